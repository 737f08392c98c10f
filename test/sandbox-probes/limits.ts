import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { type Group, type Place, type Probe, waitUntil } from "./probe.ts";

const mebibyte = 1024 ** 2;

/** A length of sleep that belongs to this probe alone. */
const sleepOf = (place: Place, index = 0) => `${600 + index}.${Number.parseInt(place.nonce.slice(-8), 16)}`;

function running(words: string): number[] {
  return execFileSync("ps", ["axww", "-o", "pid=,args="], { encoding: "utf8" })
    .split("\n")
    .filter((line) => line.includes(`sleep ${words}`) && !line.includes("sh -c"))
    .map((line) => Number.parseInt(line, 10));
}

function end(pids: number[]): void {
  for (const pid of pids) process.kill(pid, "SIGKILL");
}

/** The most threads that any process with `words` in its arguments has at once. */
function threadsOf(words: string): number {
  const counts = readdirSync("/proc").map((pid) => {
    try {
      if (
        !readFileSync(`/proc/${pid}/cmdline`, "utf8").startsWith("node") ||
        !readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(words)
      )
        return 0;
      return readdirSync(`/proc/${pid}/task`).length;
    } catch {
      return 0;
    }
  });
  return Math.max(0, ...counts);
}

let most = 0;
const watching = (count: (place: Place) => number) => ({
  prepare: () => {
    most = 0;
  },
  during: async (place: Place) => {
    await waitUntil(() => {
      most = Math.max(most, count(place));
      return false;
    }, 1_200);
  },
});

/** Eats memory in steps and says so at the end; bounded, since this machine is not ours alone. */
const eating = (total: number, step: string) =>
  `node -e 'console.log("tried"); const kept = []; let eaten = 0;
    const more = () => { if (eaten >= ${total}) return console.log("ate it all"); eaten += 50; ${step}; setTimeout(more, 60) }; more()'`;

const said =
  (words: string) =>
  (_: Place, { stdout }: { stdout: string }) =>
    stdout.includes(words);

/** Whether anything of the command is still there a moment after its end. */
const stays = (place: Place) => running(sleepOf(place)).length > 0;

const outlasting = (name: string, line: (length: string) => string, more: Partial<Probe> = {}): Probe => ({
  name,
  attack: (place) => line(sleepOf(place)),
  isThrough: stays,
  tidy: (place) => end(running(sleepOf(place))),
  ...more,
});

const brief = () => ({ timeoutMs: 400 });

/** Ways not to end at the time limit, which whoever waits for the command would have to wait for too. */
const slow: [name: string, line: (length: string) => string][] = [
  [
    "stopping everything, in sessions of their own",
    (length) =>
      `echo tried; for i in 1 2 3; do setsid sh -c 'sleep ${length} & kill -STOP $! $$' & done; sleep 0.1; kill -STOP -1; sleep ${length}`,
  ],
  [
    "stopping whoever would pass a signal on",
    (length) =>
      `echo tried; trap '' TERM; sleep ${length} & while :; do kill -STOP 1 2 $PPID 2>/dev/null; done`,
  ],
  [
    "deaf to all signals, the output open in every child",
    (length) =>
      `echo tried; perl -e '$SIG{$_} = "IGNORE" for keys %SIG; for (1 .. 20) { next if fork; setpgrp; sleep 1 while 1 } exec "sleep", "${length}"'`,
  ],
  [
    "children that start children and end, all the time",
    (length) =>
      `echo tried; sleep ${length} & perl -e '$SIG{TERM} = $SIG{CHLD} = "IGNORE"; for (1 .. 8) { last unless fork } while (1) { fork and exit; select(undef, undef, undef, 0.002) }'; sleep ${length}`,
  ],
  [
    "output without end on both streams, deaf, from many sessions",
    (length) =>
      `echo tried; trap '' TERM PIPE; for i in 1 2 3 4; do setsid sh -c 'trap "" TERM PIPE; while :; do yes; yes >&2; done' & done; sleep ${length}`,
  ],
  [
    "called bwrap, so that it might be taken for the sandbox",
    (length) =>
      `echo tried; cp /bin/sleep bwrap; ./bwrap ${length} & exec perl -e '$0 = "bwrap"; $SIG{TERM} = "IGNORE"; sleep ${length}'`,
  ],
  [
    "a first thread that has ended, with another that goes on",
    (length) =>
      `echo tried; sleep ${length} & perl -e 'use threads; $SIG{TERM} = "IGNORE"; threads->create(sub { sleep ${length} }); syscall(${process.arch === "arm64" ? 93 : 60}, 0)'; sleep ${length}`,
  ],
];
let victim: ChildProcess;
const withVictim = {
  prepare: () => {
    victim = spawn("sleep", ["600"], { stdio: "ignore" });
  },
  isThrough: () => waitUntil(() => victim.signalCode !== null, 200),
  tidy: () => void victim.kill("SIGKILL"),
};

export const limits: Group = {
  group: "too much, too long",
  probes: [
    {
      name: "a fork bomb (200 processes, 50 allowed)",
      ...watching((place) => running(sleepOf(place)).length),
      limits: () => ({ processes: 50 }),
      command: () => ({ timeoutMs: 1_500 }),
      attack: (place) =>
        `echo tried; for i in $(seq 200); do sleep ${sleepOf(place)} & done 2>/dev/null; wait`,
      isThrough: () => most > 50,
      control: true,
    },
    {
      name: "a thread bomb (60 workers, 40 threads allowed)",
      ...watching(({ nonce }) => threadsOf(nonce)),
      limits: () => ({ processes: 40 }),
      command: () => ({ timeoutMs: 1_500 }),
      attack: ({ nonce }) =>
        `node -e 'console.log("tried"); const { Worker } = require("worker_threads"); const name = "${nonce}";
          for (let i = 0; i < 60; i++) new Worker("setInterval(() => {}, 1000)", { eval: true, resourceLimits: { maxOldGenerationSizeMb: 8 } }).on("error", () => {})'`,
      isThrough: () => most > 45,
    },
    {
      name: "memory of one process (800 MB, 300 allowed)",
      limits: () => ({ memoryBytes: 300 * mebibyte }),
      attack: () => eating(800, `kept.push(Buffer.alloc(50 * ${mebibyte}, 1))`),
      isThrough: said("ate it all"),
      control: true,
    },
    {
      name: "memory of many processes (6 of 100 MB, 300 allowed)",
      limits: () => ({ memoryBytes: 300 * mebibyte }),
      command: () => ({ timeoutMs: 8_000 }),
      attack: () =>
        `echo tried; for i in 1 2 3 4 5 6; do perl -e '$x = "y" x 100_000_000; sleep 3' & done; wait; echo ate it all`,
      isThrough: said("ate it all"),
      control: true,
    },
    {
      name: "memory that belongs to no process (memfd: 700 MB, 300 allowed)",
      limits: () => ({ memoryBytes: 300 * mebibyte }),
      attack: () =>
        `perl -e 'BEGIN { $| = 1 } print "tried\\n"; $name = "x"; $fd = syscall(${process.arch === "arm64" ? 279 : 319}, $name, 0); open(F, ">&=", $fd); for (1 .. 14) { syswrite(F, "y" x 50_000_000); select(undef, undef, undef, 0.12) } print "ate it all\\n"'`,
      isThrough: said("ate it all"),
      control: true,
    },
    {
      name: "data of one process beyond its limit",
      limits: () => ({ dataBytes: 200 * mebibyte }),
      attack: () => `echo tried; perl -e '$x = "y" x 400_000_000; print "ate it all\\n"' 2>/dev/null`,
      isThrough: said("ate it all"),
      control: true,
    },
    {
      name: "filling the disk (600 MB, 150 allowed)",
      limits: () => ({ diskBytes: 150 * mebibyte }),
      attack: () =>
        "echo tried; for i in $(seq 30); do head -c 20000000 /dev/zero >fill-$i; sleep 0.05; done; echo filled it all",
      isThrough: said("filled it all"),
      control: true,
    },
    {
      name: "filling the disk from a folder nobody may enter",
      limits: () => ({ diskBytes: 150 * mebibyte }),
      attack: () =>
        'echo tried; mkdir hidden; cd hidden; for i in $(seq 30); do chmod 300 "$PWD"; head -c 20000000 /dev/zero >fill-$i; chmod 000 "$PWD"; sleep 0.05; done',
      isThrough: ({ tree }) => sizeOf(tree.folder) > 500_000_000,
      control: true,
    },
    {
      name: "filling /tmp (60 MB, 20 allowed)",
      limits: () => ({ tmpBytes: 20 * mebibyte }),
      attack: () =>
        'echo tried; head -c 60000000 /dev/zero 2>/dev/null >"$TMPDIR/fill" && echo filled it all',
      isThrough: said("filled it all"),
      control: true,
    },
    {
      name: "filling /dev and / (memory without a bound)",
      attack: () =>
        "for d in / /dev /run /etc; do head -c 1000 /dev/zero >$d/fill && echo filled; done 2>/dev/null; echo tried",
      isThrough: said("filled"),
    },
    {
      name: "a huge sparse file",
      limits: () => ({ fileBytes: 10 * mebibyte }),
      attack: () =>
        "truncate -s 50G huge 2>/dev/null; dd if=/dev/zero of=huge bs=1 count=1 seek=50G 2>/dev/null; echo tried",
      isThrough: ({ tree }) =>
        (statSync(join(tree.folder, "huge"), { throwIfNoEntry: false })?.size ?? 0) > 10 * mebibyte,
    },
    {
      name: "endless output",
      attack: () => "echo tried; yes",
      isThrough: (_, { stdout, outputCut, seconds }) => !outputCut || stdout.length > 100_000 || seconds > 5,
    },
    {
      name: "endless output on stderr",
      attack: () => "echo tried; yes >&2",
      isThrough: (_, { stderr, outputCut, seconds }) => !outputCut || stderr.length > 100_000 || seconds > 5,
    },
    outlasting(
      "staying on, deaf to SIGTERM",
      (length) => `echo tried; trap '' TERM INT HUP; sleep ${length}; sleep ${length}`,
      {
        command: brief,
        isThrough: (place, { seconds }) => stays(place) || seconds > 5,
      },
    ),
    outlasting(
      "stopping itself instead of ending",
      (length) => `echo tried; sleep ${length} & kill -STOP $$`,
      {
        command: brief,
        isThrough: (place, { seconds }) => stays(place) || seconds > 5,
      },
    ),
    ...slow.map(([name, line]) =>
      outlasting(name, line, {
        command: brief,
        isThrough: (place, { seconds, timedOut, outputCut }) =>
          stays(place) || !(timedOut || outputCut) || seconds > 20,
      }),
    ),
    outlasting(
      "a daemon: session of its own, forked twice, environment wiped",
      (length) =>
        `setsid sh -c '( env -i setsid sleep ${length} </dev/null >/dev/null 2>&1 & )' & sleep 0.2; echo tried`,
      { control: true },
    ),
    outlasting("a daemon that keeps the output open", (length) => `setsid sleep ${length} & echo tried`, {
      isThrough: (place, { seconds }) => stays(place) || seconds > 5,
    }),
    outlasting(
      "a process that starts itself again when it is ended",
      (length) => `echo tried; loop() { trap loop TERM; sleep ${length}; loop; }; loop & loop & wait; loop`,
      { command: brief },
    ),
    {
      name: "a signal to a process of the host",
      ...withVictim,
      attack: () => `kill -9 ${victim.pid} 2>/dev/null; echo tried`,
      control: true,
    },
    {
      name: "a signal to everything, and to gsd",
      ...withVictim,
      attack: () => `echo tried; kill -9 ${process.pid} ${process.ppid} 2>/dev/null; kill -9 -1`,
    },
  ],
};

function sizeOf(folder: string): number {
  execFileSync("chmod", ["-R", "u+rwX", folder]);
  return Number.parseInt(execFileSync("/usr/bin/du", ["-sb", folder], { encoding: "utf8" }), 10);
}

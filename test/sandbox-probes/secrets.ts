import { spawn } from "node:child_process";
import { closeSync, openSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Group, isRoot, type Place } from "./probe.ts";

const connectTo = (path: string) =>
  `node -e 'require("net").connect(${JSON.stringify(path)}).on("data", (d) => console.log(String(d))).on("error", () => {}).on("close", () => console.log("tried"))'`;

const readMemory = (pid: number | string) => `perl -e '
  open(my $maps, "<", "/proc/${pid}/maps"); open(my $mem, "<", "/proc/${pid}/mem");
  while (<$maps>) { next unless /^(\\w+)-(\\w+) r.*(stack|heap)/; seek($mem, hex($1), 0);
    read($mem, my $bytes, hex($2) - hex($1)); print "$&\\n" while $bytes =~ /canary-\\w+/g } print "tried\\n"'`;

function credentialsInSettings({ tree, world }: Place): void {
  tree.git("config", "http.https://github.com/.extraheader", `AUTHORIZATION: basic ${world.secret}`);
  tree.git("remote", "add", "origin", `https://x-access-token:${world.secret}@github.com/acme/tally`);
  tree.git("config", "credential.helper", `!printf "username=x\\npassword=${world.secret}\\n" #`);
}

/** A file that whoever started gsd left open must not reach the command: gsd is started here with one. */
function withOpenFile(place: Place, text: string) {
  const file = openSync(join(place.world.home, ".netrc"), "r");
  const program = fileURLToPath(new URL("with-open-file.ts", import.meta.url));
  const child = spawn(process.execPath, [program, place.tree.folder, text], {
    stdio: ["ignore", "pipe", "pipe", "ignore", "ignore", "ignore", "ignore", file, "ignore", file],
  });
  closeSync(file);
  let stdout = "";
  for (const stream of [child.stdout, child.stderr]) stream!.on("data", (chunk) => (stdout += chunk));
  return new Promise<never>((resolve) => child.on("close", () => resolve({ stdout, stderr: "" } as never)));
}

export const secrets: Group = {
  group: "secrets of others",
  probes: [
    {
      name: "the environment that gsd was started with",
      attack: () => "env; cat /proc/self/environ /proc/1/environ 2>/dev/null; echo tried",
      command: () => ({ env: { GSD_JOB_KIND: "task" } }),
    },
    {
      name: "/proc/*/environ",
      // Only what matters: a busy machine has more than a command may write.
      attack: () => "cat /proc/[0-9]*/environ 2>/dev/null | tr '\\0' '\\n' | grep -a canary-; echo tried",
      control: true,
    },
    {
      name: "/proc/*/cmdline",
      // Only what matters: a busy machine has more than a command may write.
      attack: () => "cat /proc/[0-9]*/cmdline 2>/dev/null | tr '\\0' '\\n' | grep -a canary-; echo tried",
      control: true,
    },
    {
      name: "/proc/<pid>/mem of a host process",
      attack: ({ world }) => readMemory(world.holder),
      control: isRoot,
    },
    { name: "/proc/1/mem, the first process inside", attack: () => readMemory(1) },
    {
      name: "/proc/*/fd of other processes",
      attack: ({ world }) => `cat /proc/${world.holder}/fd/* /proc/1/fd/* 2>/dev/null </dev/null; echo tried`,
    },
    {
      name: "/proc/kcore, /proc/kallsyms and the kernel's log",
      attack: () =>
        "head -c 64 /proc/kcore 2>/dev/null && echo got-through; grep -qv '^0000000000000000' /proc/kallsyms 2>/dev/null && echo got-through; dmesg >/dev/null 2>&1 && echo got-through; echo tried",
      isThrough: (_, { stdout }) => stdout.includes("got-through"),
      control: isRoot,
    },
    {
      name: "credentials in the host's home folder",
      attack: ({ world }) =>
        `find ${world.home} -type f -exec cat {} + 2>/dev/null; cat ~/.netrc ~/.ssh/* 2>/dev/null; echo tried`,
      control: true,
    },
    {
      name: "/root, /home, /var, /run, /srv, /opt, /mnt and /etc/shadow",
      attack: () =>
        "ls -A /root /home /var /run /srv /opt /mnt /boot /sys 2>/dev/null | grep -v ':$' | grep -vx agent; cat /etc/shadow 2>/dev/null; echo tried",
      isThrough: (_, { stdout }) => stdout.replace("tried", "").trim() !== "",
      control: true,
    },
    {
      name: "a token in .git/config, as checkout leaves it",
      prepare: credentialsInSettings,
      attack: () =>
        "cat .git/config; git config --list --show-origin; git remote -v; git log -1 --format=tried%h",
      control: true,
    },
    {
      name: "a token in the settings behind a linked work tree",
      prepare(place) {
        credentialsInSettings(place);
        place.tree.git("worktree", "add", "--quiet", join(place.outside, "linked"));
      },
      command: ({ outside }) => ({ cwd: join(outside, "linked") }),
      attack: () =>
        'cat .git "$(git rev-parse --git-common-dir)/config"; git config --list; git log -1 --format=tried%h',
      control: true,
    },
    {
      name: "git's credential helpers",
      prepare: credentialsInSettings,
      attack: () =>
        "printf 'protocol=https\\nhost=github.com\\n\\n' | git credential fill 2>/dev/null; echo tried",
      control: true,
    },
    {
      name: "a settings file included by another",
      prepare({ tree, outside, world }) {
        writeFileSync(join(outside, "included"), `[http]\n\textraheader = ${world.secret}\n`);
        tree.git("config", "include.path", join(outside, "included"));
      },
      attack: () => "git config --includes --list; echo tried",
      control: true,
    },
    {
      name: "the ssh agent's socket",
      attack: ({ world }) => connectTo(`${world.root}/agent.sock`),
      control: true,
    },
    { name: "a docker socket", attack: ({ world }) => connectTo(`${world.root}/docker.sock`), control: true },
    {
      name: "the usual sockets of docker, dbus and systemd",
      attack: () =>
        "for s in /var/run/docker.sock /run/docker.sock /run/containerd/containerd.sock /run/dbus/system_bus_socket /run/systemd/private; do [ -e $s ] && echo found; done; echo tried",
      isThrough: (_, { stdout }) => stdout.includes("found"),
    },
    {
      name: "a file that gsd inherited open",
      attack: () =>
        "cat <&7 2>/dev/null; cat <&9 2>/dev/null; cat /proc/self/fd/* 2>/dev/null </dev/null; echo tried",
      start: withOpenFile,
    },
    {
      name: "the controlling terminal",
      attack: () => "( : </dev/tty ) 2>/dev/null && echo got-through; echo tried",
      isThrough: (_, { stdout }) => stdout.includes("got-through"),
    },
  ],
};

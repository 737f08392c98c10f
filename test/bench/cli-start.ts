import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { aReadyTask, aTask, aTrack } from "../builders/a-track.ts";
import { inTurns, timeNode } from "./measure.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const starts = { bundle: `${root}dist/cli/gsd.mjs`, sources: `${root}cli/gsd.mjs` };
const commands = { version: ["--version"], help: ["--help"], status: ["status"] };

/** Start-up of the command line, as people install it and from its sources, against an empty Node process. Aim: 2.5. */
export async function measureCli({ rounds = 21 } = {}) {
  const clone = makeClone();
  const inClone = (args: string[]) => () => timeNode(args, {}, clone);
  const measurements = Object.entries(starts).flatMap(([from, file]) =>
    Object.entries(commands).map(([name, args]) => [`${name} (${from})`, inClone([file, ...args])] as const),
  );
  const times = await inTurns({ empty: inClone(["-e", ""]), ...Object.fromEntries(measurements) }, rounds);
  rmSync(clone, { recursive: true });
  const round = (value: number) => Math.round(value * 100) / 100;
  return Object.entries(times).map(([what, ms]) => ({
    what,
    ms: round(ms),
    ratio: round(ms / times.empty),
  }));
}

/** Somebody's clone with a ledger of three tracks. */
function makeClone(): string {
  const folder = mkdtempSync(join(tmpdir(), "gsd-bench-"));
  const git = (...args: string[]) =>
    execFileSync("git", ["-C", folder, "-c", "user.name=Ada", "-c", "user.email=ada@example.org", ...args]);
  git("init", "--quiet", "--initial-branch=gsd/ledger");
  mkdirSync(join(folder, "tracks"));
  for (const issue of [1, 2, 3]) {
    const track = aTrack({ issue, phase: "executing", tasks: { T01: aReadyTask(), T02: aTask() } });
    writeFileSync(join(folder, "tracks", `${issue}.json`), JSON.stringify(track));
  }
  git("add", "--all");
  git("commit", "--quiet", "--message=tracks");
  return folder;
}

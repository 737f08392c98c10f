import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Setup } from "../../core/detect/choose-commands.ts";
import { leftOut } from "../../core/detect/left-out.ts";
import type { CheckResult } from "../../core/model/manifest.ts";
import type { Note } from "../../core/model/note.ts";
import { withHome } from "../sandbox/with-home.ts";
import { askHosts } from "./ask-hosts.ts";
import { clearHome } from "./clear-home.ts";
import { removeTree } from "./remove-tree.ts";
import { runSetup, type SetupRun } from "./run-setup.ts";

/** What a setup left, besides the tree. */
export interface SetupEnd extends AsyncDisposable {
  /** The home folder that holds what was installed there; gone afterwards. */
  home?: string;
  /** How it went; absent where there is none to run. */
  check?: CheckResult;
  /** Why it failed, if it did. */
  reason?: string;
  /** A guess whose tool or package host is not there: the base is not to blame. */
  leftOut?: Note;
  /** What it could reach. */
  hosts?: string[];
}

/** Runs the setup, if there is one, in a home folder that is kept for the rest of the job. */
export async function setUp(
  given: Omit<SetupRun, "setup"> & { setup: Setup | undefined; mayLeaveOut: boolean },
): Promise<SetupEnd> {
  const { sandbox } = given;
  if (!given.setup) return { [Symbol.asyncDispose]: async () => {} };
  const home = await mkdtemp(join(tmpdir(), "gsd-home-"));
  // What cannot be removed is left to the runner: the job's result stands.
  const end = () => removeTree(home).catch(() => {});
  try {
    const setup = { ...given.setup, hosts: await askHosts(given.setup, given) };
    const result = await runSetup({ ...given, setup, sandbox: withHome(sandbox, home) });
    await clearHome(home);
    const kept = { home, hosts: setup.hosts, [Symbol.asyncDispose]: end };
    const { missing, unreached = [] } = result;
    const isHopeless = missing !== undefined || unreached.length > 0;
    if (!given.mayLeaveOut || !setup.guessed || !isHopeless || given.signal?.aborted)
      return { ...kept, ...result };
    const why = { missing, unreached, hosts: setup.hosts };
    return { ...kept, leftOut: leftOut("setup", setup.command, why) };
  } catch (error) {
    await end();
    throw error;
  }
}

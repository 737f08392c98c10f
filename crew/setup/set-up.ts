import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Setup } from "../../core/detect/choose-commands.ts";
import type { CheckResult } from "../../core/model/manifest.ts";
import { withHome } from "../sandbox/with-home.ts";
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
}

/** Runs the setup, if there is one, in a home folder that is kept for the rest of the job. */
export async function setUp(
  given: Omit<SetupRun, "setup"> & { setup: Setup | undefined },
): Promise<SetupEnd> {
  const { setup, sandbox } = given;
  if (!setup) return { [Symbol.asyncDispose]: async () => {} };
  const home = await mkdtemp(join(tmpdir(), "gsd-home-"));
  // What cannot be removed is left to the runner: the job's result stands.
  const end = () => removeTree(home).catch(() => {});
  try {
    const { reason, ...check } = await runSetup({ ...given, setup, sandbox: withHome(sandbox, home) });
    await clearHome(home);
    return { home, check, reason, [Symbol.asyncDispose]: end };
  } catch (error) {
    await end();
    throw error;
  }
}

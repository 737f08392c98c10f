import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Setup } from "../../core/detect/choose-commands.ts";
import type { CheckResult } from "../../core/model/manifest.ts";
import { withHome } from "../sandbox/with-home.ts";
import { clearHome } from "./clear-home.ts";
import { removeTree } from "./remove-tree.ts";
import { runSetup, type SetupRun } from "./run-setup.ts";

/** A place to work in, after the setup if there is one. */
export interface Workplace extends AsyncDisposable {
  /** Whose home folder holds what was installed there. */
  sandbox: SetupRun["sandbox"];
  /** How the setup went. */
  check?: CheckResult;
  /** Why it failed, if it did. */
  reason?: string;
  /** Takes out of the home folder whatever an agent left there to be read by the commands that follow. */
  tidy(): Promise<void>;
}

/** Runs the setup first, in a home folder that is kept for the rest of the job and gone afterwards. */
export async function setUp(
  given: Omit<SetupRun, "setup"> & { setup: Setup | undefined },
): Promise<Workplace> {
  const { setup, sandbox } = given;
  if (!setup) return { sandbox, tidy: async () => {}, [Symbol.asyncDispose]: async () => {} };
  const home = await mkdtemp(join(tmpdir(), "gsd-home-"));
  // What cannot be removed is left to the runner: the job's result stands.
  const end = () => removeTree(home).catch(() => {});
  try {
    const kept = withHome(sandbox, home);
    const { reason, ...check } = await runSetup({ ...given, setup, sandbox: kept });
    await clearHome(home);
    const tidy = () => clearHome(home);
    return { sandbox: kept, check, ...(reason ? { reason } : {}), tidy, [Symbol.asyncDispose]: end };
  } catch (error) {
    await end();
    throw error;
  }
}

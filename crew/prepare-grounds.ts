import { join } from "node:path";
import { createScratch } from "../adapters/create-scratch.ts";
import { withheldBy } from "../core/permissions/withhold.ts";
import type { Needs } from "../core/recipe/needs-of.ts";
import type { CrewInput } from "./crew-input.ts";
import type { Sandbox } from "./sandbox/sandbox.ts";
import { withholding } from "./sandbox/withholding.ts";
import { removeTree } from "./setup/remove-tree.ts";
import { type SetupEnd, setUp } from "./setup/set-up.ts";
import { copyTree } from "./trees/copy-tree.ts";
import { createTrees, type Trees } from "./trees/create-trees.ts";
import { limitTrees } from "./trees/limit-trees.ts";

/** Trees with what setup installed, and how it went. */
export interface Prepared {
  trees: Trees;
  setup: Pick<SetupEnd, "check" | "reason" | "leftOut" | "hosts">;
}

/** Where a crew works. */
export interface Grounds extends AsyncDisposable {
  /** For agents. */
  trees: Trees;
  /** For whoever runs the repository's own commands: once the setup is over. */
  prepared(): Promise<Prepared>;
}

/** What a crew needs, and who hears of programs that somebody tried who may not. */
type GroundsInput = CrewInput & { onTried: (program: string) => void };

/** Makes the trees of a job. Where no agent changes files and a failing setup is only a finding, agents do not wait for it. */
export async function prepareGrounds(input: GroundsInput, needs: Needs): Promise<Grounds> {
  if (isFinding(needs) && input.setup && !input.health) return prepareBeside(input, needs);
  const whole = await prepareWhole(input, needs);
  return { ...whole, prepared: async () => whole };
}

/** Whether the setup is only looked at: nobody works with what it installs but the commands that check the base. */
function isFinding({ editing, setup }: Needs): boolean {
  return setup === "finding" && !editing;
}

async function prepareWhole(input: GroundsInput, needs: Needs): Promise<Prepared & AsyncDisposable> {
  const { folder, base, instructedBy, sandbox, config, signal, network } = input;
  // What is known of the base is not found out again.
  const isNeeded = needs.setup !== "none" && !(isFinding(needs) && input.health);
  const setup = await setUp({
    setup: isNeeded ? input.setup : undefined,
    cwd: folder,
    sandbox,
    minutes: config.limits.minutes,
    signal,
    network,
    env: input.setupEnvironment,
    mayLeaveOut: input.mayLeaveOut ?? false,
  });
  try {
    const { home } = setup;
    const { editing } = needs;
    const sandbox = sandboxOf(input);
    const trees = limitTrees(await createTrees({ folder, home, base, instructedBy, editing, sandbox }));
    const end = async () => {
      await trees[Symbol.asyncDispose]();
      await setup[Symbol.asyncDispose]();
    };
    return { trees, setup, [Symbol.asyncDispose]: end };
  } catch (error) {
    await setup[Symbol.asyncDispose]();
    throw error;
  }
}

/** For all that agents do or have written. The setup of the base, which runs before any of them, is not held to their rules. */
function sandboxOf({ sandbox, permissions, onTried }: GroundsInput): Sandbox {
  return withholding(sandbox, withheldBy(permissions), onTried);
}

/** Agents get the commit as it is, in a copy that setup never sees; and setup sees nothing of theirs. */
async function prepareBeside(input: GroundsInput, needs: Needs): Promise<Grounds> {
  const { folder, base, instructedBy } = input;
  const sandbox = sandboxOf(input);
  const scratch = await createScratch("plain");
  const plain = join(scratch.path, "tree");
  await copyTree(folder, plain);
  const trees = limitTrees(await createTrees({ folder: plain, base, instructedBy, editing: false, sandbox }));
  const whole = prepareWhole(input, needs);
  // Whoever waits for it hears of it.
  whole.catch(() => {});
  return {
    trees,
    prepared: () => whole,
    async [Symbol.asyncDispose]() {
      await whole.then((one) => one[Symbol.asyncDispose]()).catch(() => {});
      await trees[Symbol.asyncDispose]();
      await removeTree(scratch.path).catch(() => {});
    },
  };
}

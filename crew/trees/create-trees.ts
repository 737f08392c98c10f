import { join } from "node:path";
import { createScratch } from "../../adapters/create-scratch.ts";
import { type ChangeSet, describeChanges, sha256Of } from "../../adapters/git/describe-changes.ts";
import type { Sha } from "../../core/model/ids.ts";
import type { Sandbox } from "../sandbox/sandbox.ts";
import { withHome } from "../sandbox/with-home.ts";
import { clearHome } from "../setup/clear-home.ts";
import { removeTree } from "../setup/remove-tree.ts";
import { copyTree } from "./copy-tree.ts";
import { type KnownChange, knownChanges, ownChanges } from "./own-changes.ts";
import { restoreConfiguration } from "./restore-configuration.ts";
import { writeChanges } from "./write-changes.ts";

/** A place to work in: a tree, and a sandbox with a home folder that belong to one step. */
export interface Place extends AsyncDisposable {
  folder: string;
  sandbox: Sandbox;
}

/** The trees of a job. */
export interface Trees extends AsyncDisposable {
  /** What differed in the job's own tree before anyone worked there. */
  before: readonly KnownChange[];
  /** The job's own tree, of whoever changes files: it stays from round to round. */
  own(): Promise<Place>;
  /** A copy of what setup left, with exactly these changes: for everyone else. */
  clean(changes: ChangeSet): Promise<Place>;
  /** What was changed in the own tree so far. */
  changes(): Promise<ChangeSet>;
}

export interface TreesInput {
  /** The job's own tree, at `base`, with what setup installed. */
  folder: string;
  /** The home folder with what setup installed there. */
  home?: string;
  base: Sha;
  /** The commit whose configuration instructs agents, in every tree. */
  instructedBy: Sha;
  /** Whether anyone will work in the own tree; else it serves as the model of all copies. */
  editing: boolean;
  sandbox: Sandbox;
}

/** Keeps what setup left before any agent comes, and gives each step a tree of its own. */
export async function createTrees(input: TreesInput): Promise<Trees> {
  const { folder, home, base, instructedBy, sandbox } = input;
  await restoreConfiguration(folder, instructedBy);
  const before = await knownChanges(folder, base, sha256Of);
  const scratch = await createScratch("trees");
  // What cannot be removed is left to the runner: the job's result stands.
  const end = () => removeTree(scratch.path).catch(() => {});
  const model = { tree: folder, home };
  let count = 0;
  try {
    if (input.editing) {
      model.tree = join(scratch.path, "model");
      await copyTree(folder, model.tree);
    }
    if (home) {
      model.home = join(scratch.path, "home");
      await copyTree(home, model.home);
    }
  } catch (error) {
    await end();
    throw error;
  }

  return {
    before,
    async own() {
      if (home) await clearHome(home);
      return {
        folder,
        sandbox: home ? withHome(sandbox, home) : sandbox,
        [Symbol.asyncDispose]: async () => {},
      };
    },
    async clean(changes) {
      const place = join(scratch.path, String(++count));
      const tree = join(place, "tree");
      await copyTree(model.tree, tree);
      if (model.home) await copyTree(model.home, join(place, "home"));
      await writeChanges(tree, changes);
      await restoreConfiguration(tree, instructedBy);
      return {
        folder: tree,
        sandbox: model.home ? withHome(sandbox, join(place, "home")) : sandbox,
        [Symbol.asyncDispose]: () => removeTree(place).catch(() => {}),
      };
    },
    changes: async () => describeChanges(await ownChanges({ folder, base, before }, sha256Of)),
    [Symbol.asyncDispose]: end,
  };
}

import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { createScratch } from "../../adapters/create-scratch.ts";
import { type ChangeSet, describeChanges } from "../../adapters/git/describe-changes.ts";
import type { Sha } from "../../core/model/ids.ts";
import type { Sandbox } from "../sandbox/sandbox.ts";
import { withHome } from "../sandbox/with-home.ts";
import { clearHome } from "../setup/clear-home.ts";
import { removeTree } from "../setup/remove-tree.ts";
import { copyTree } from "./copy-tree.ts";
import { keepTracked } from "./keep-tracked.ts";
import { type For, type Model, makePlace } from "./make-place.ts";
import { type KnownChange, knownChanges, ownChanges } from "./own-changes.ts";
import { replaceInstalled } from "./replace-installed.ts";
import { restoreConfiguration } from "./restore-configuration.ts";
import { putFile, writeChanges } from "./write-changes.ts";

/** A place to work in: a tree, and a sandbox with a home folder that belong to one step. */
export interface Place extends AsyncDisposable {
  folder: string;
  sandbox: Sandbox;
}

/** A place for another setup. */
export interface FreshPlace {
  folder: string;
  home: string;
  sandbox: Sandbox;
}

/** The trees of a job. */
export interface Trees extends AsyncDisposable {
  /** What differs in the job's own tree and is nobody's work: what setups left. */
  readonly before: readonly KnownChange[];
  /** The job's own tree, of whoever changes files: it stays from round to round. */
  own(): Promise<Place>;
  /** What setup left, with exactly these changes: for everyone else. */
  clean(changes: ChangeSet, who: For): Promise<Place>;
  /** What was changed in the own tree so far. */
  changes(): Promise<ChangeSet>;
  /** Writes a file into the own tree, as a part of the change. */
  put(path: string, content: Buffer): Promise<void>;
  /** A copy of what the first setup left in the tree, with these changes and an empty home. */
  fresh(changes: ChangeSet): Promise<FreshPlace>;
  /** From now on everyone has what another setup left: at home, and in the tree if that is kept. Without one, what the first left. */
  adopt(place: (FreshPlace & { isTreeKept: boolean }) | undefined): Promise<void>;
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
  let before = await knownChanges(folder, base);
  const installedFirst = before;
  const scratch = await createScratch("trees");
  // What cannot be removed is left to the runner: the job's result stands.
  const end = () => removeTree(scratch.path).catch(() => {});
  const first: Model = { tree: folder, home };
  let count = 0;
  try {
    if (input.editing) {
      first.tree = join(scratch.path, "model");
      await copyTree(folder, first.tree);
    }
    if (home) {
      first.home = join(scratch.path, "home");
      await copyTree(home, first.home);
    }
  } catch (error) {
    await end();
    throw error;
  }

  const canLayer = (await sandbox.canLayer?.(scratch.path, first.tree)) ?? false;
  let model = first;
  let ownHome = home;
  return {
    get before() {
      return before;
    },
    async own() {
      if (ownHome) await clearHome(ownHome);
      return {
        folder,
        sandbox: ownHome ? withHome(sandbox, ownHome) : sandbox,
        [Symbol.asyncDispose]: async () => {},
      };
    },
    async clean(changes, who) {
      const place = join(scratch.path, String(++count));
      const made = await makePlace(place, { model, changes, who, base, instructedBy, sandbox, canLayer });
      return { ...made, [Symbol.asyncDispose]: () => removeTree(place).catch(() => {}) };
    },
    changes: async () => describeChanges(await ownChanges({ folder, base, before })),
    put: (path, content) => putFile(folder, path, content),
    async fresh(changes) {
      const place = join(scratch.path, String(++count));
      const [tree, empty] = [join(place, "tree"), join(place, "home")];
      await copyTree(first.tree, tree);
      await mkdir(empty);
      await writeChanges(tree, changes);
      await restoreConfiguration(tree, instructedBy);
      return { folder: tree, home: empty, sandbox: withHome(sandbox, empty) };
    },
    async adopt(place) {
      if (!place && model === first) return;
      if (place) {
        await keepTracked(first.tree, place.folder, { base, before: installedFirst });
        await restoreConfiguration(place.folder, instructedBy);
      }
      model = place ? { tree: place.isTreeKept ? place.folder : first.tree, home: place.home } : first;
      ownHome = home;
      if (place) {
        ownHome = join(scratch.path, `own-${++count}`);
        await copyTree(place.home, ownHome);
      }
      before = await replaceInstalled(model.tree, { folder, base, before });
    },
    [Symbol.asyncDispose]: end,
  };
}

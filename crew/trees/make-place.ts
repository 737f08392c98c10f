import { join } from "node:path";
import type { ChangeSet } from "../../adapters/git/describe-changes.ts";
import type { Sha } from "../../core/model/ids.ts";
import { isInstructing } from "../../core/plan/protection.ts";
import { createLayer, type Layer } from "../sandbox/layers.ts";
import type { Sandbox } from "../sandbox/sandbox.ts";
import { withHome } from "../sandbox/with-home.ts";
import { copyTree } from "./copy-tree.ts";
import { restoreConfiguration } from "./restore-configuration.ts";
import { layChanges, writeChanges } from "./write-changes.ts";

/** What places are made from: a tree and a home that no agent was ever near. */
export interface Model {
  tree: string;
  home?: string;
}

/** For whom a place is: agents are instructed by a commit of its own; commands check exactly what will be published. */
export type For = "agents" | "commands";

export interface PlaceInput {
  model: Model;
  changes: ChangeSet;
  who: For;
  base: Sha;
  /** The commit whose configuration the model has. */
  instructedBy: Sha;
  sandbox: Sandbox;
  canLayer: boolean;
}

/** Each deletion in a layer takes a process. */
const mostDeletions = 200;

/** The base with exactly these changes, on what setup installed. Nothing that is done there reaches the model. */
export async function makePlace(
  place: string,
  input: PlaceInput,
): Promise<{ folder: string; sandbox: Sandbox }> {
  const folder = join(place, "tree");
  const home = input.model.home === undefined ? undefined : join(place, "home");
  const layers = canBeLaid(input) ? await layPlace(input, folder, home) : [];
  if (layers.length === 0) await copyPlace(input, folder, home);
  return { folder, sandbox: withHome(input.sandbox, home, layers) };
}

/** Where configuration differs from the model's, it is put right in a copy. */
function canBeLaid({ canLayer, changes: { changes }, who, base, instructedBy }: PlaceInput): boolean {
  if (!canLayer || (who === "commands" && base !== instructedBy)) return false;
  const deletions = changes.filter((change) => "deleted" in change).length;
  return deletions <= mostDeletions && !changes.some(({ path }) => isInstructing(path));
}

async function layPlace({ model, changes }: PlaceInput, folder: string, home?: string): Promise<Layer[]> {
  const tree = await createLayer(folder, model.tree);
  await layChanges(tree, changes);
  if (model.home === undefined || home === undefined) return [tree];
  return [tree, await createLayer(home, model.home)];
}

async function copyPlace(input: PlaceInput, folder: string, home?: string): Promise<void> {
  const { model, changes, who, base, instructedBy } = input;
  await copyTree(model.tree, folder);
  if (model.home !== undefined && home !== undefined) await copyTree(model.home, home);
  if (who === "commands") await restoreConfiguration(folder, base);
  await writeChanges(folder, changes);
  if (who === "agents") await restoreConfiguration(folder, instructedBy);
}

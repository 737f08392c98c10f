import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createGit } from "../../adapters/git/create-git.ts";
import { listCommit } from "../../adapters/git/list-files.ts";
import type { Sha } from "../../core/model/ids.ts";
import { clearWay, removePath } from "./clear-way.ts";
import { copyPath } from "./copy-tree.ts";
import { type KnownChange, knownChanges, ownChanges } from "./own-changes.ts";

interface OwnTree {
  folder: string;
  base: Sha;
  before: readonly KnownChange[];
}

/**
 * Gives whoever works in the own tree what a setup left in another one, in the place of what an earlier setup left. Their
 * changes stay as they are. Returns what differs now and is nobody's work.
 */
export async function replaceInstalled(from: string, own: OwnTree): Promise<KnownChange[]> {
  const { folder, base, before } = own;
  const changed = new Set((await ownChanges(own)).map(({ path }) => path));
  const tracked = await listCommit(createGit({ folder: from }), base);
  const skipped: string[] = [];
  const known = await knownChanges(from, base, (path) => skipped.push(path));
  const left = known.filter(({ path }) => !changed.has(path));
  const kept = new Set(left.map(({ path }) => path));
  for (const { path } of before) {
    if (!kept.has(path) && !changed.has(path) && !tracked.has(path)) await removePath(folder, path);
  }
  const ignored = skipped.filter((path) => !tracked.has(path) && !changed.has(path));
  const files = left.filter(({ what }) => !["deleted", "ignored"].includes(what)).map(({ path }) => path);
  for (const path of [...ignored, ...files]) {
    await removePath(folder, path);
    await clearWay(folder, path);
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await copyPath(join(from, path), join(folder, path));
  }
  return left;
}

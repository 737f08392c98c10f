import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createGit } from "../../adapters/git/create-git.ts";
import { listCommit } from "../../adapters/git/list-files.ts";
import type { Sha } from "../../core/model/ids.ts";
import { clearWay, isInside, removePath } from "./clear-way.ts";
import { copyPath } from "./copy-tree.ts";
import { type KnownChange, ownChanges } from "./own-changes.ts";

/**
 * Puts files of the commit back to how the first setup left them. A package that a change asks for may run a script when it is
 * installed: what it adds is installed, and what it does to the repository's own files, tests among them, is not.
 */
export async function keepTracked(
  first: string,
  folder: string,
  { base, before }: { base: Sha; before: readonly KnownChange[] },
): Promise<void> {
  const tracked = await listCommit(createGit({ folder: first }), base);
  const changed = await ownChanges({ folder, base, before });
  for (const { path } of changed) {
    if (!tracked.has(path)) continue;
    await removePath(folder, path);
    if (!(await isInside(first, path))) continue;
    await clearWay(folder, path);
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await copyPath(join(first, path), join(folder, path));
  }
}

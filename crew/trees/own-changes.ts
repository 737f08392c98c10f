import { readChanges, type TreeChange } from "../../adapters/git/read-changes.ts";
import type { Sha } from "../../core/model/ids.ts";

/** A change as it was at some moment, for comparison: its path and, of a file, what it holds. */
export interface KnownChange {
  path: string;
  what: string;
}

/** What differs in a tree before anyone works there: line endings by attribute, files of a setup. Nobody's work. */
export async function knownChanges(
  folder: string,
  base: Sha,
  sha256: (content: Buffer) => string,
): Promise<KnownChange[]> {
  return (await readChanges(folder, base)).map((change) => ({
    path: change.path,
    what: whatIs(change, sha256),
  }));
}

/** What a tree holds against its base, without what it held before. */
export async function ownChanges(
  tree: { folder: string; base: Sha; before: readonly KnownChange[] },
  sha256: (content: Buffer) => string,
): Promise<TreeChange[]> {
  const known = new Map(tree.before.map(({ path, what }) => [path, what]));
  const found = await readChanges(tree.folder, tree.base);
  return found.filter((change) => known.get(change.path) !== whatIs(change, sha256));
}

function whatIs(change: TreeChange, sha256: (content: Buffer) => string): string {
  return change.kind === "file" ? `${change.mode} ${sha256(change.content)}` : change.kind;
}

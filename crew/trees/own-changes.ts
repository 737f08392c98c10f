import { sha256Of } from "../../adapters/git/describe-changes.ts";
import { readChanges, readLimits, type TreeChange } from "../../adapters/git/read-changes.ts";
import { scanTree } from "../../adapters/git/scan-tree.ts";
import { foldersOf, type WalkStop } from "../../adapters/git/walk-tree.ts";
import type { IgnoreFile } from "../../core/check/ignore-rules.ts";
import { GsdError } from "../../core/gsd-error.ts";
import type { Sha } from "../../core/model/ids.ts";

/** A change as it was at some moment, for comparison: its path and, of a file, what it holds. */
export interface KnownChange {
  path: string;
  what: string;
  /** Of an ignore file: it goes on to count as it was then. */
  ignores?: IgnoreFile;
}

/** What a setup may leave in the tree that nobody ignores: a `node_modules` that the base has no rule for. */
const setupLimits = { ...readLimits, inFolder: Number.POSITIVE_INFINITY, inAll: 200_000 };

/** What differs in a tree before any agent works there: line endings by attribute, files of a setup. Nobody's work. */
export async function knownChanges(
  folder: string,
  base: Sha,
  skip?: (path: string) => void,
): Promise<KnownChange[]> {
  const known: KnownChange[] = [];
  const take = (change: TreeChange) => void known.push({ path: change.path, what: whatIs(change) });
  const end = await scanTree({ folder, base, trustsTree: true, limits: setupLimits, take, skip });
  if (end.stop) throw tooMuch(end.stop);
  return withIgnores(known, end.ignores).sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** What a tree holds against its base, without what it held before. */
export async function ownChanges(tree: {
  folder: string;
  base: Sha;
  before: readonly KnownChange[];
  limits?: typeof readLimits;
}): Promise<TreeChange[]> {
  const known = new Map(tree.before.map(({ path, what }) => [path, what]));
  const folders = foldersOf(known.keys());
  return await readChanges(tree.folder, tree.base, {
    limits: tree.limits,
    ignores: tree.before.flatMap(({ ignores }) => ignores ?? []),
    isKnown: (path) => known.has(path) || folders.has(path),
    isOwn: (change) => known.get(change.path) !== whatIs(change),
  });
}

/** An ignore file of a setup may name itself, as that of a Python environment does: then it is no change. */
function withIgnores(known: readonly KnownChange[], files: readonly IgnoreFile[]): KnownChange[] {
  const byPath = new Map(known.map((change) => [change.path, change]));
  for (const ignores of files) {
    const folder = Buffer.from(ignores.folder, "latin1").toString();
    const path = folder === "" ? ".gitignore" : `${folder}/.gitignore`;
    byPath.set(path, { path, what: byPath.get(path)?.what ?? "ignored", ignores });
  }
  return [...byPath.values()];
}

function tooMuch({ why, path }: WalkStop): GsdError {
  const { inAll, seconds } = setupLimits;
  const what = why === "time" ? `took more than ${seconds} seconds to read` : `are more than ${inAll}`;
  return new GsdError(
    "config",
    `The files that no .gitignore names ${what} after the setup; most of them lie in \`${path}\`. Add it to .gitignore.`,
  );
}

function whatIs(change: TreeChange): string {
  return change.kind === "file" ? `${change.mode} ${sha256Of(change.content)}` : change.kind;
}

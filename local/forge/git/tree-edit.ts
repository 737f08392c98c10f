import { EMPTY_TREE, type GitRepo, mustCommit, readTree, writeTree } from "./git-repo.ts";
import type { TreeEntry } from "./objects.ts";

/** What a path becomes: an entry, or nothing. */
export type TreeChange = { mode: string; sha: string } | null;

/** The entry at a path of a tree; the tree itself for the empty path. */
export function entryAt(repo: GitRepo, tree: string, path: string): TreeEntry | undefined {
  let entry: TreeEntry = { mode: "040000", name: "", sha: tree };
  for (const name of path.split("/").filter(Boolean)) {
    const next =
      entry.mode === "040000" ? readTree(repo, entry.sha)?.find((child) => child.name === name) : undefined;
    if (!next) return undefined;
    entry = next;
  }
  return entry;
}

/** Writes a tree with some paths changed; folders that become empty go. Returns its sha. */
export function editTree(repo: GitRepo, tree: string | undefined, changes: Map<string, TreeChange>): string {
  const entries = new Map((readTree(repo, tree ?? EMPTY_TREE) ?? []).map((entry) => [entry.name, entry]));
  const below = new Map<string, Map<string, TreeChange>>();
  for (const [path, change] of changes) {
    const slash = path.indexOf("/");
    if (slash < 0) setEntry(entries, path, change);
    else {
      const folder = path.slice(0, slash);
      const inner = below.get(folder) ?? new Map<string, TreeChange>();
      below.set(folder, inner.set(path.slice(slash + 1), change));
    }
  }
  for (const [folder, inner] of below) {
    const old = entries.get(folder);
    const sha = editTree(repo, old?.mode === "040000" ? old.sha : undefined, inner);
    setEntry(entries, folder, sha === EMPTY_TREE ? null : { mode: "040000", sha });
  }
  return writeTree(repo, [...entries.values()]);
}

function setEntry(entries: Map<string, TreeEntry>, name: string, change: TreeChange): void {
  if (change) entries.set(name, { name, ...change });
  else entries.delete(name);
}

/** Every entry below a tree, folders included, as paths. */
export function listTree(repo: GitRepo, tree: string, prefix = ""): (TreeEntry & { path: string })[] {
  return (readTree(repo, tree) ?? []).flatMap((entry) => {
    const path = `${prefix}${entry.name}`;
    const own = { ...entry, path };
    return entry.mode === "040000" ? [own, ...listTree(repo, entry.sha, `${path}/`)] : [own];
  });
}

/** Bytes of a file at a commit. */
export function readFileAt(repo: GitRepo, commit: string, path: string): Buffer | undefined {
  const entry = entryAt(repo, mustCommit(repo, commit).tree, path);
  const object = entry && entry.mode !== "040000" ? repo.objects.read(entry.sha) : undefined;
  return object?.type === "blob" ? object.content : undefined;
}

export interface PathChanges {
  added: string[];
  removed: string[];
  modified: string[];
}

/** Which files differ between two trees; found without starting git. */
export function changedPaths(repo: GitRepo, from: string | undefined, to: string, prefix = ""): PathChanges {
  const changes: PathChanges = { added: [], removed: [], modified: [] };
  if (from === to) return changes;
  const [before, after] = [from, to].map(
    (tree) => new Map((tree ? (readTree(repo, tree) ?? []) : []).map((entry) => [entry.name, entry])),
  ) as [Map<string, TreeEntry>, Map<string, TreeEntry>];
  for (const name of new Set([...before.keys(), ...after.keys()])) {
    const [old, now] = [before.get(name), after.get(name)];
    if (old?.sha === now?.sha && old?.mode === now?.mode) continue;
    const path = `${prefix}${name}`;
    const folder = (entry: TreeEntry | undefined) => (entry?.mode === "040000" ? entry.sha : undefined);
    const file = (entry: TreeEntry | undefined) => entry !== undefined && entry.mode !== "040000";
    if (folder(old) || folder(now)) {
      const inner = changedPaths(repo, folder(old) ?? EMPTY_TREE, folder(now) ?? EMPTY_TREE, `${path}/`);
      for (const kind of ["added", "removed", "modified"] as const) changes[kind].push(...inner[kind]);
    }
    if (file(old) && file(now)) changes.modified.push(path);
    else if (file(now)) changes.added.push(path);
    else if (file(old)) changes.removed.push(path);
  }
  return changes;
}

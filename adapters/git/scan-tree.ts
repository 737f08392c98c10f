import { createIgnoreRules, type IgnoreFile } from "../../core/check/ignore-rules.ts";
import { assertSha, createGit } from "./create-git.ts";
import { createFolderReader, type FolderReader, type Found } from "./folder-reader.ts";
import { type CommitEntry, listCommit, readIgnoreFiles } from "./list-files.ts";
import { bytesOf } from "./list-folder.ts";
import type { TreeChange } from "./read-changes.ts";
import { type WalkEntry, type WalkLimits, type WalkStop, walkTree } from "./walk-tree.ts";

/** Larger files are named, not read. */
export const maxFileBytes = 10_000_000;

/** A tree that is held against a commit. */
export interface Scan {
  folder: string;
  base: string;
  /** Ignore files that count besides the base's. */
  ignores?: readonly IgnoreFile[];
  /** Whether those in the tree count: only before anyone could have written them who is not trusted. */
  trustsTree?: boolean;
  limits: Omit<WalkLimits, "until"> & { seconds: number };
  /** What was there before, and may be there in any number. */
  isKnown?: (path: string) => boolean;
  /** Whether there is room for no more: new files are then named and not read. */
  isFull?: () => boolean;
  take: (change: TreeChange) => void;
  skip?: (path: string) => void;
}

export interface ScanEnd {
  stop?: WalkStop;
  /** Ignore files of the tree that the base does not have so. */
  ignores: IgnoreFile[];
}

/** Of what counts besides the base's own ignore files. */
const maxIgnoreBytes = 500_000;
const atOnce = { comparing: 64, reading: 16 };

/**
 * What the work tree holds against a commit. Files are compared by their bytes, and git is asked about the commit alone: no
 * index, attribute, filter, ignore file or repository that an agent left is read by it. What is not read in time is
 * missing, and `stop` says so.
 */
export async function scanTree(scan: Scan): Promise<ScanEnd> {
  assertSha(scan.base);
  const git = createGit({ folder: scan.folder });
  const entries = await listCommit(git, scan.base);
  const reader = createFolderReader(scan.folder);
  const until = performance.now() + scan.limits.seconds * 1000;
  const isCompared = await inBatches(
    [...entries],
    { until, size: atOnce.comparing },
    async ([path, entry]) => {
      for (const change of await compareTracked(reader, path, entry)) scan.take(change);
    },
  );
  if (!isCompared) return { stop: { why: "time", path: "." }, ignores: [] };

  const added: WalkEntry[] = [];
  const own = await readIgnoreFiles(git, entries);
  const { rules, enter, left } = await prepareRules(scan, reader, own);
  const stop = await walkTree({
    root: scan.folder,
    modes: entries,
    rules,
    limits: { ...scan.limits, until },
    isKnown: scan.isKnown,
    enter: scan.trustsTree ? enter : undefined,
    skipsCaches: true,
    take: (entry) => void added.push(entry),
    skip: scan.skip,
  });
  const isRead = await inBatches(added, { until, size: atOnce.reading }, async (entry) => {
    const isWanted = entry.type !== "file" || !scan.isFull?.() || scan.isKnown?.(entry.path);
    scan.take(isWanted ? await readAdded(reader, entry) : { kind: "surplus", path: entry.path });
  });
  return { stop: stop ?? (isRead ? undefined : { why: "time", path: "." }), ignores: left };
}

/** What is ignored; `enter` lets a folder's own ignore file count, and what the base does not have so is `left`. */
async function prepareRules(scan: Scan, reader: FolderReader, own: readonly IgnoreFile[]) {
  const general = (await reader.read(".git/info/exclude", maxIgnoreBytes))?.toString("latin1");
  const rules = createIgnoreRules([...own, ...(scan.ignores ?? [])], general);
  const known = new Map(own.map(({ folder, text }) => [folder, text]));
  const left: IgnoreFile[] = [];
  let room = maxIgnoreBytes;
  const enter = async (folder: string) => {
    const path = folder === "" ? ".gitignore" : `${folder}/.gitignore`;
    const text = (await reader.read(path, room))?.toString("latin1");
    const file = { folder: bytesOf(folder), text: text ?? "" };
    if (text === undefined || known.get(file.folder) === text) return;
    room -= text.length;
    rules.set(file);
    left.push(file);
  };
  return { rules, enter, left };
}

async function compareTracked(reader: FolderReader, path: string, base: CommitEntry): Promise<TreeChange[]> {
  // A name that is not UTF-8 cannot be opened by what git printed; it was there before, and is left alone.
  if (path.includes("\uFFFD")) return [];
  const found = await reader.look(path);
  if (base.mode === "160000") {
    return found.type === "missing" || found.type === "folder" ? [] : [{ kind: "submodule", path }];
  }
  if (found.type === "missing" || found.type === "folder") return [{ kind: "deleted", path }];
  if (found.type === "symlink") {
    const same = base.mode === "120000" && (await reader.hashLink(path)) === base.sha;
    return same ? [] : [{ kind: "symlink", path }];
  }
  if (found.type !== "file") return [{ kind: found.type, path }];
  const sameMode = base.mode === (found.executable ? "100755" : "100644");
  if (sameMode && found.size === base.size && (await reader.hashFile(path, found.size)) === base.sha)
    return [];
  return [await fileChange(reader, path, { ...found, modeChanged: !sameMode })];
}

async function readAdded(reader: FolderReader, { path, type }: WalkEntry): Promise<TreeChange> {
  if (type !== "file") return { kind: type, path };
  const found = await reader.look(path);
  if (found.type !== "file") return { kind: "unreadable", path };
  return await fileChange(reader, path, { ...found, modeChanged: false });
}

async function fileChange(
  reader: FolderReader,
  path: string,
  found: Extract<Found, { type: "file" }> & { modeChanged: boolean },
): Promise<TreeChange> {
  if (found.size > maxFileBytes) return { kind: "oversize", path };
  const content = await reader.read(path, maxFileBytes);
  if (!content) return { kind: "unreadable", path };
  const mode = found.executable ? "100755" : "100644";
  return { kind: "file", path, mode, modeChanged: found.modeChanged, content };
}

/** Does something with all items, a few at once; false if the time was over before. */
async function inBatches<T>(
  items: readonly T[],
  { until, size }: { until: number; size: number },
  use: (item: T) => Promise<void>,
): Promise<boolean> {
  for (let start = 0; start < items.length; start += size) {
    if (performance.now() > until) return false;
    await Promise.all(items.slice(start, start + size).map(use));
  }
  return true;
}

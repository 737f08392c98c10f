import { dirname } from "node:path";
import type { IgnoreRules } from "../../core/check/ignore-rules.ts";
import { type Listing, listFolder, type WalkState } from "./list-folder.ts";

/** Something in a tree that its commit does not have. `crowded` and `deep` folders were not looked through. */
export interface WalkEntry {
  path: string;
  type: "file" | "symlink" | "special" | "submodule" | "badname" | "unreadable" | "crowded" | "deep";
}

export interface Walk {
  root: string;
  /** The commit's modes by path. */
  modes: ReadonlyMap<string, { mode: string }>;
  rules: IgnoreRules;
  limits: WalkLimits;
  /** What was there before, and counts for nothing. */
  isKnown?: (path: string) => boolean;
  /** Before a folder is looked through. */
  enter?: (folder: string) => Promise<void>;
  take: (entry: WalkEntry) => void;
  /** What is ignored: files, and folders as a whole. */
  skip?: (path: string) => void;
  /** Whether a new folder with the mark of a cache is ignored too. */
  skipsCaches?: boolean;
}

export interface WalkLimits {
  /** New files and folders in one folder, and in all. */
  inFolder: number;
  inAll: number;
  /** Names of any kind, ignored ones too. */
  names: number;
  depth: number;
  /** By `performance.now()`. */
  until: number;
}

/** Why a walk came to no end, and where most of it was. */
export interface WalkStop {
  why: "entries" | "time";
  path: string;
}

/**
 * Goes through a tree and takes what its commit does not have and its rules do not ignore. It follows no link and opens no
 * file. Folders that the commit has come first, so that a flood of new ones hides nothing in them.
 */
export async function walkTree(walk: Walk): Promise<WalkStop | undefined> {
  const folders = foldersOf(walk.modes.keys());
  const state: WalkState = { ...walk, folders, count: 0, counts: new Map(), names: 0 };
  const [known, fresh]: [string[], string[]] = [[""], []];
  for (let folder = known.pop(); folder !== undefined; folder = known.pop() ?? fresh.pop()) {
    for (const next of await lookThrough(state, folder)) (state.folders.has(next) ? known : fresh).push(next);
    if (performance.now() > walk.limits.until) state.stop ??= "time";
    if (state.stop) return { why: state.stop, path: fullest(state.counts) };
  }
  return undefined;
}

/** Takes what is in a folder, and returns the folders to go on with. */
async function lookThrough(state: WalkState, folder: string): Promise<string[]> {
  if (folder.split("/").length > state.limits.depth) {
    state.take({ path: folder, type: "deep" });
    return [];
  }
  await state.enter?.(folder);
  const listing = await listFolder(state, folder);
  if (!listing) {
    state.take({ path: folder || ".", type: "unreadable" });
    return [];
  }
  return settle(state, folder, listing);
}

function settle(state: WalkState, folder: string, listing: Listing): string[] {
  const { entries, folders, isRepository } = listing;
  const isNew = !state.folders.has(folder);
  if (state.modes.get(folder)?.mode === "160000") {
    // A submodule that is checked out is another repository's business; one that is not has nothing in it.
    const inside = isRepository ? [] : [...entries.map(({ path }) => path), ...folders];
    for (const path of inside) state.take({ path, type: "submodule" });
    return [];
  }
  if (isNew && state.skipsCaches && entries.some(({ path }) => path === `${folder}/CACHEDIR.TAG`)) {
    // Tools of all languages mark their caches so: nobody's work.
    state.skip?.(folder);
    return [];
  }
  if (isRepository && folder !== "") {
    state.take({ path: isNew ? folder : `${folder}/.git`, type: "submodule" });
    if (isNew) return [];
  }
  for (const path of listing.ignored) state.skip?.(path);
  if (listing.isCrowded) {
    state.take({ path: folder || ".", type: "crowded" });
    return folders.filter((path) => state.folders.has(path));
  }
  for (const entry of entries) state.take(entry);
  return folders;
}

/** Every folder that paths lie in. */
export function foldersOf(paths: Iterable<string>): Set<string> {
  const folders = new Set([""]);
  for (const path of paths) {
    for (let folder = dirname(path); folder !== "." && !folders.has(folder); folder = dirname(folder))
      folders.add(folder);
  }
  return folders;
}

function fullest(counts: ReadonlyMap<string, number>): string {
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0] ?? ".";
}

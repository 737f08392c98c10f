import { GsdError } from "../../core/gsd-error.ts";
import type { Sha } from "../../core/model/ids.ts";
import type { Folder } from "../../core/ports/github/git.ts";
import type { GitHubPort } from "../../core/ports/github.ts";

/** How many folders are asked for in one request. */
const mostFolders = 100;

/**
 * The files of a commit in every folder that one of these paths is in, or would be in. Only those are read: a listing of
 * the whole tree is cut off at some size, and most changes need one request, or none where `seen` has their folders. A folder
 * that is not looked into ends in a slash.
 */
export async function readBase(
  github: GitHubPort,
  { commit, paths }: Reading,
  seen: ReadonlyMap<string, Folder> = new Map(),
): Promise<ReadonlySet<string>> {
  if (paths.length === 0) return new Set();
  const found = new Map(seen);
  const few = foldersAbove(paths);
  if (!few) await readLevels(github, { commit, paths }, found);
  else if (seen.size === 0) await readFolders(github, { commit, paths: few }, found);
  // A commit that is there has a root: who cannot read it reads a copy that lags behind.
  if (!found.has("")) throw new GsdError("unavailable", `The commit ${commit} cannot be read yet.`);
  return filesOf(found);
}

/** Paths at a commit. */
export interface Reading {
  commit: Sha;
  paths: readonly string[];
}

/** Every folder that has one of these somewhere below it; undefined for more than one request can ask for. */
export function foldersAbove(paths: readonly string[]): string[] | undefined {
  const folders = new Set([""]);
  for (const path of paths) {
    for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1)) {
      const folder = path.slice(0, end);
      if (folders.has(folder)) break;
      folders.add(folder);
      if (folders.size > mostFolders) return undefined;
    }
  }
  return [...folders];
}

/** From the root down, and only into what is there: folders that an agent made up are never asked for. */
async function readLevels(
  github: GitHubPort,
  { commit, paths }: Reading,
  found: Map<string, Folder>,
): Promise<void> {
  let level: Level = new Map([["", [...paths]]]);
  while (level.size > 0) {
    await readFolders(github, { commit, paths: [...level.keys()] }, found);
    level = levelBelow(level, found);
  }
}

/** Folders, each with the paths that are somewhere below it. */
type Level = Map<string, string[]>;

function levelBelow(level: Level, found: ReadonlyMap<string, Folder>): Level {
  const next: Level = new Map();
  for (const [folder, paths] of level) {
    const folders = (found.get(folder)?.entries ?? []).filter((entry) => entry.folder);
    const names = new Set(folders.map(({ name }) => name));
    const start = folder === "" ? 0 : folder.length + 1;
    for (const path of paths) {
      const end = path.indexOf("/", start);
      if (end < 0 || !names.has(path.slice(start, end))) continue;
      const child = path.slice(0, end);
      const known = next.get(child);
      if (known) known.push(path);
      else next.set(child, [path]);
    }
  }
  return next;
}

async function readFolders(
  github: GitHubPort,
  { commit, paths }: Reading,
  found: Map<string, Folder>,
): Promise<void> {
  for (let start = 0; start < paths.length; start += mostFolders) {
    const some = paths.slice(start, start + mostFolders);
    const { folders } = await github.look({ folders: some.map((path) => ({ path, ref: commit })) });
    for (const [at, folder] of folders.entries()) if (folder) found.set(some[at] ?? "", folder);
  }
}

function filesOf(found: ReadonlyMap<string, Folder>): ReadonlySet<string> {
  const files = new Set<string>();
  for (const [folder, { entries }] of found) {
    for (const { name, folder: isFolder } of entries) {
      const path = folder === "" ? name : `${folder}/${name}`;
      if (!found.has(path)) files.add(isFolder ? `${path}/` : path);
    }
  }
  return files;
}

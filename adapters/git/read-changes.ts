import { join } from "node:path";
import { createScratch } from "../create-scratch.ts";
import { assertSha, createGit } from "./create-git.ts";
import { createFolderReader, type FolderReader } from "./folder-reader.ts";
import { type CommitEntry, listCommit, listUntracked } from "./list-files.ts";

/** One path that differs from the base commit. Everything but `file` and `deleted` is not ours to publish. */
export type TreeChange =
  | { kind: "file"; path: string; mode: "100644" | "100755"; modeChanged: boolean; content: Buffer }
  | { kind: "deleted"; path: string }
  | { kind: "symlink" | "submodule" | "special" | "oversize" | "badname"; path: string };

/** Larger files are named, not read; and so is what goes beyond the total. */
export const maxFileBytes = 10_000_000;
export const maxTotalBytes = 200_000_000;

/**
 * What the work tree holds against a commit. Files are compared by their bytes: git only lists the commit and says
 * which new files are not ignored, with an index of its own. So neither an agent's index, attributes nor filters count.
 */
export async function readChanges(folder: string, base: string): Promise<TreeChange[]> {
  assertSha(base);
  await using scratch = await createScratch("index");
  const git = createGit({ folder, index: join(scratch.path, "index") });
  const entries = await listCommit(git, base);
  // The index is empty, so git lists every file that is not ignored; the commit's own are looked at one by one.
  const present = await listUntracked(git);
  const added = present.filter((path) => !entries.has(path.replace(/\/$/, "")));
  const modules = [...entries].filter(([, entry]) => entry.mode === "160000").map(([path]) => `${path}/`);

  const reader = createFolderReader(folder, maxTotalBytes);
  const changes = [
    ...(await inBatches([...entries], ([path, entry]) => compareTracked(reader, path, entry))),
    ...(await inBatches(added, async (path): Promise<TreeChange[]> => {
      const isModule = modules.some((prefix) => path.startsWith(prefix));
      return isModule ? [{ kind: "submodule", path }] : readAdded(reader, path);
    })),
  ];
  return changes.sort((a, b) => (a.path < b.path ? -1 : 1));
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
  if (found.type !== "file") return [{ kind: "special", path }];
  const sameMode = base.mode === (found.executable ? "100755" : "100644");
  if (sameMode && found.size === base.size && (await reader.hashFile(path, found.size)) === base.sha)
    return [];
  return [await fileChange(reader, path, { ...found, modeChanged: !sameMode })];
}

async function readAdded(reader: FolderReader, path: string): Promise<TreeChange[]> {
  if (path.includes("\uFFFD")) return [{ kind: "badname", path }];
  // git lists a folder that is a repository of its own with a slash at its end.
  if (path.endsWith("/")) return [{ kind: "submodule", path: path.slice(0, -1) }];
  const found = await reader.look(path);
  if (found.type === "missing") return [];
  if (found.type === "symlink") return [{ kind: "symlink", path }];
  if (found.type !== "file") return [{ kind: "special", path }];
  return [await fileChange(reader, path, { ...found, modeChanged: false })];
}

async function fileChange(
  reader: FolderReader,
  path: string,
  found: { executable: boolean; size: number; modeChanged: boolean },
): Promise<TreeChange> {
  if (found.size > maxFileBytes || !reader.reserve(found.size)) return { kind: "oversize", path };
  const mode = found.executable ? "100755" : "100644";
  return { kind: "file", path, mode, modeChanged: found.modeChanged, content: await reader.read(path) };
}

async function inBatches<T>(items: T[], look: (item: T) => Promise<TreeChange[]>): Promise<TreeChange[]> {
  const changes: TreeChange[] = [];
  for (let start = 0; start < items.length; start += 64) {
    changes.push(...(await Promise.all(items.slice(start, start + 64).map(look))).flat());
  }
  return changes;
}

import { lstat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { removeTree } from "../setup/remove-tree.ts";

/** Takes away what stands in a file's way: a link or a file where one of its folders has to be, a folder in its place. */
export async function clearWay(folder: string, path: string): Promise<void> {
  const link = await findLink(folder, dirname(path));
  if (link !== undefined) await removeTree(join(folder, link));
  const found = await lstat(join(folder, path)).catch(() => undefined);
  if (found?.isDirectory()) await removeTree(join(folder, path));
}

/** Removes a path, and never through a link: it may lead out of the folder. */
export async function removePath(folder: string, path: string): Promise<void> {
  if ((await findLink(folder, dirname(path))) !== undefined) return;
  await removeTree(join(folder, path));
}

/** Whether a path is there, and not through a link. */
export async function isInside(folder: string, path: string): Promise<boolean> {
  if ((await findLink(folder, dirname(path))) !== undefined) return false;
  return (await lstat(join(folder, path)).catch(() => undefined)) !== undefined;
}

/** The first part of a path that is there and is no folder. */
async function findLink(folder: string, path: string): Promise<string | undefined> {
  const parts = path === "." ? [] : path.split("/");
  for (let length = 1; length <= parts.length; length += 1) {
    const part = parts.slice(0, length).join("/");
    const found = await lstat(join(folder, part)).catch(() => undefined);
    if (found === undefined) return undefined;
    if (!found.isDirectory()) return part;
  }
  return undefined;
}

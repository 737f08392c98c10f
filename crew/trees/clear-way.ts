import { lstat, rm } from "node:fs/promises";
import { dirname, join } from "node:path";

/** Takes away what stands in a file's way: a link or a file where one of its folders has to be, a folder in its place. */
export async function clearWay(folder: string, path: string): Promise<void> {
  const link = await findLink(folder, dirname(path));
  if (link !== undefined) await rm(join(folder, link));
  const found = await lstat(join(folder, path)).catch(() => undefined);
  if (found?.isDirectory()) await rm(join(folder, path), { recursive: true });
}

/** Removes a path, and never through a link: it may lead out of the folder. */
export async function removePath(folder: string, path: string): Promise<void> {
  if ((await findLink(folder, dirname(path))) !== undefined) return;
  await rm(join(folder, path), { recursive: true, force: true });
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

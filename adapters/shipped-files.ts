import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { packNames } from "../core/model/config/rules.ts";
import { libraryFolders } from "../core/prompt/library-folders.ts";
import type { SourceFile } from "../core/sources/load-sources.ts";

/** Reads the files that we ship, by their path in the release; that tree is ours, so they are trusted. */
export async function readShipped(root: string): Promise<SourceFile[]> {
  const folders = Object.values(libraryFolders).map(({ shipped }) => shipped);
  const packs = packNames.map((pack) => `${libraryFolders.rules.shipped}/${pack}`);
  const lists = await Promise.all([...folders, ...packs].map((folder) => readFolder(root, folder)));
  return lists.flat();
}

async function readFolder(root: string, folder: string): Promise<SourceFile[]> {
  const entries = await readdir(join(root, folder), { withFileTypes: true });
  const names = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  return Promise.all(
    names.sort().map(async (name) => {
      const path = `${folder}/${name}`;
      return { path, text: await readFile(join(root, path), "utf8") };
    }),
  );
}

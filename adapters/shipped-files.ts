import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { GsdError } from "../core/gsd-error.ts";
import { libraryFolders } from "../core/prompt/load-library.ts";
import type { SourceFile } from "../core/sources/load-sources.ts";

/** The release tree's folder, whether we run from source or from a bundle in it. */
export function findRoot(folder: string): string {
  if (existsSync(join(folder, "agents")) && existsSync(join(folder, "rules"))) return folder;
  const parent = dirname(folder);
  if (parent === folder)
    throw new GsdError("environment", "The release tree is incomplete: agents/ and rules/ are missing.");
  return findRoot(parent);
}

/** Reads the files that we ship, by their path in the release; that tree is ours, so they are trusted. */
export async function readShipped(root: string): Promise<SourceFile[]> {
  const lists = await Promise.all(
    Object.values(libraryFolders).map(({ shipped }) => readFolder(root, shipped)),
  );
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

import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { GsdError } from "../core/gsd-error.ts";
import type { SourceFile } from "../core/sources/load-sources.ts";

const folders = { agents: "agents", skills: "agents/skills", recipes: "agents/recipes", rules: "rules" };

/** The release tree's folder, whether we run from source or from a bundle in it. */
export function findRoot(folder: string): string {
  if (existsSync(join(folder, "agents")) && existsSync(join(folder, "rules"))) return folder;
  const parent = dirname(folder);
  if (parent === folder)
    throw new GsdError("environment", "The release tree is incomplete: agents/ and rules/ are missing.");
  return findRoot(parent);
}

/** Reads the files that we ship; the release tree is ours, so they are trusted. */
export function createShipped(root: string): (folder: keyof typeof folders) => Promise<SourceFile[]> {
  return async (name) => {
    const folder = join(root, folders[name]);
    const entries = await readdir(folder, { withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
    return Promise.all(
      files.sort().map(async (file) => ({ path: file, text: await readFile(join(folder, file), "utf8") })),
    );
  };
}

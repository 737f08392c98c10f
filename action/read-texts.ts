import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { SourceFile } from "../core/prompt/merge-agents.ts";

/** The Markdown files of a folder, by name; none where there is no folder. */
export async function readTexts(folder: string): Promise<SourceFile[]> {
  const names = await readdir(folder).catch(() => []);
  const files = names.filter((name) => name.endsWith(".md")).sort();
  return Promise.all(
    files.map(async (name) => ({ path: name, text: await readFile(join(folder, name), "utf8") })),
  );
}

import { readdirSync, readFileSync } from "node:fs";
import type { SourceFile } from "../../../core/prompt/merge-agents.ts";

/** The Markdown files of one of our folders, as they ship. */
export function shippedFiles(folder: "agents" | "agents/skills"): SourceFile[] {
  const url = new URL(`../../../${folder}/`, import.meta.url);
  return readdirSync(url)
    .filter((name) => name.endsWith(".md"))
    .map((path) => ({ path, text: readFileSync(new URL(path, url), "utf8") }));
}

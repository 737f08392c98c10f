import { globSync, readFileSync } from "node:fs";
import { type Agent, parseAgent } from "../../../core/prompt/parse-agent.ts";
import type { SourceFile } from "../../../core/sources/load-sources.ts";

const root = new URL("../../../", import.meta.url);

/** The files of one of our folders, as they ship, by their path in our package. */
export function shippedFiles(folder: "agents" | "agents/skills" | "agents/recipes" | "rules"): SourceFile[] {
  const pattern = folder === "rules" ? "rules/*/*.yml" : `${folder}/*.*`;
  return globSync(pattern, { cwd: root })
    .sort()
    .map((path) => ({ path, text: readFileSync(new URL(path, root), "utf8") }));
}

/** A role file that has to be right. */
export function aRole(text: string): Agent {
  const parsed = parseAgent(text);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return parsed.value;
}

/** One of our roles. */
export function shippedRole(name: string): Agent {
  return aRole(readFileSync(new URL(`agents/${name}.md`, root), "utf8"));
}

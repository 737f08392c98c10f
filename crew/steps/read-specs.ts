import { createGit } from "../../adapters/git/create-git.ts";
import { readCommitFile } from "../../adapters/git/read-folder.ts";
import type { ChangedSpecs } from "../../core/plan/archive-plan.ts";
import { openspecFolder, type SpecLayout, specFile } from "../../core/plan/spec-layout.ts";

/** How a tree keeps its specs. */
export async function readLayout(folder: string, tree: string): Promise<SpecLayout> {
  const listing = await createGit({ folder })("ls-tree", "--full-tree", tree, "--", `${openspecFolder}/`);
  return listing === "" ? "own" : "openspec";
}

/** The specs that a plan changes, as a commit has them, by path. */
export async function readSpecTexts(
  folder: string,
  commit: string,
  { layout, specs }: ChangedSpecs,
): Promise<Record<string, string>> {
  const texts: Record<string, string> = {};
  for (const { capability } of specs) {
    const path = specFile(layout, capability);
    const text = await readCommitFile(folder, commit, path);
    if (text !== undefined) texts[path] = text;
  }
  return texts;
}

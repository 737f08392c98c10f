import { createFolderReader } from "../../adapters/git/folder-reader.ts";
import {
  type Conflict,
  commitsTouching,
  mergeBase,
  mergeCommits,
  type NamedCommit,
  nameMarkers,
  writeFiles,
} from "../../adapters/git/merge-commit.ts";
import { maxFileBytes } from "../../adapters/git/scan-tree.ts";
import { GsdError } from "../../core/gsd-error.ts";
import type { Crew } from "../crew.ts";
import { clearWay, removePath } from "../trees/clear-way.ts";
import { putFile } from "../trees/write-changes.ts";
import type { CodeResult } from "./run-code.ts";

/** What is told of more conflicts than this is their path alone. */
const mostTold = 20;

/** Merges the job's other commit into its own tree. Where that conflicts, files hold both sides between markers. */
export async function merge(crew: Crew): Promise<CodeResult> {
  const { folder, merges } = crew.input;
  if (!merges) throw new GsdError("recipe", "This job has nothing to merge.");
  const { ours, theirs } = merges;
  const result = await mergeCommits(folder, ours, theirs);
  for (const path of result.deleted) await removePath(folder, path);
  for (const path of result.written) await clearWay(folder, path);
  await writeFiles(folder, result.tree, result.written);
  for (const { path } of result.conflicts) {
    const content = await createFolderReader(folder).read(path, maxFileBytes);
    if (content) await putFile(folder, path, nameMarkers(content, [ours, theirs]));
  }
  crew.journal.setChanges(await crew.trees.changes());
  const problems = await describe(crew, { ours, theirs }, result.conflicts);
  return { problems, conflicts: result.conflicts.map(({ path }) => path) };
}

async function describe(
  { input: { folder } }: Crew,
  { ours, theirs }: { ours: NamedCommit; theirs: NamedCommit },
  conflicts: Conflict[],
): Promise<string[]> {
  if (conflicts.length === 0) return [];
  const since = await mergeBase(folder, ours.sha, theirs.sha);
  const told = conflicts.slice(0, mostTold).map(async ({ path, message }) => {
    const sides = [ours, theirs].map(async ({ sha, name }) => {
      const commits = await commitsTouching(folder, { since, until: sha, path });
      return commits.length > 0 ? [`${name} changed it in:`, ...commits.map((line) => `  ${line}`)] : [];
    });
    return [`${path}: ${message}`, ...(await Promise.all(sides)).flat()].join("\n").slice(0, 2_000);
  });
  const rest = conflicts.slice(mostTold, 200).map(({ path }) => path.slice(0, 2_000));
  return [...(await Promise.all(told)), ...rest];
}

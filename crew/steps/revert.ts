import { type LeftCommit, revertCommits } from "../../adapters/git/revert-commits.ts";
import type { TaskId } from "../../core/model/ids.ts";
import { type Crew, subjectOf } from "../crew.ts";
import { keepInstalled } from "../setup/renew-setup.ts";
import type { CodeResult } from "./run-code.ts";
import { unfoldSpecs } from "./unfold-specs.ts";

/** Undoes what was merged, newest first, in the job's own tree. What later work keeps from being undone is left to a person. */
export async function revert(crew: Crew): Promise<CodeResult> {
  const { folder, reverts, stays } = crew.input;
  const { reverted, left } = await revertCommits(
    folder,
    reverts.map(({ sha }) => sha),
  );
  const undone = reverted.flatMap((sha) => tasksOf(crew, sha));
  if (stays) await unfoldSpecs(crew, [...stays, ...left.flatMap(({ sha }) => tasksOf(crew, sha))]);
  const changes = await crew.trees.changes();
  crew.journal.setChanges(changes);
  await keepInstalled(crew);
  const result = { subject: subjectOf(crew), reverted: undone, ...conflictsIn(left) };
  if (changes.refusals.length > 0)
    return { ...result, problems: changes.refusals, outcome: "refused-change" };
  if (changes.changes.length + left.length === 0)
    return { ...result, problems: ["Nothing is left to revert."], outcome: "no-change" };
  return result;
}

function tasksOf({ input }: Crew, commit: string): TaskId[] {
  return input.reverts.filter(({ sha }) => sha === commit).map(({ task }) => task);
}

function conflictsIn(left: readonly LeftCommit[]): Pick<CodeResult, "conflicts"> {
  const files = [...new Set(left.flatMap((one) => one.files))];
  return files.length > 0 ? { conflicts: files.slice(0, 200).map((file) => file.slice(0, 1_000)) } : {};
}

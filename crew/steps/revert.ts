import { revertCommits } from "../../adapters/git/revert-commits.ts";
import { type Crew, subjectOf } from "../crew.ts";
import { keepInstalled } from "../setup/renew-setup.ts";
import type { CodeResult } from "./run-code.ts";
import { unfoldSpecs } from "./unfold-specs.ts";

/** Undoes what was merged, newest first, in the job's own tree. */
export async function revert(crew: Crew): Promise<CodeResult> {
  const { folder, reverts } = crew.input;
  const result = await revertCommits(
    folder,
    reverts.map(({ sha }) => sha),
  );
  if (!result.ok) {
    const task = reverts.find(({ sha }) => sha === result.sha)?.task;
    const files = result.files.map((file) => `\`${file}\``).join(", ");
    const problem = `${task} cannot be reverted by itself: later work touches ${files}.`;
    return { problems: [problem], outcome: "conflict" };
  }
  await unfoldSpecs(crew);
  const changes = await crew.trees.changes();
  crew.journal.setChanges(changes);
  await keepInstalled(crew);
  const subject = subjectOf(crew);
  const reverted = reverts.map(({ task }) => task);
  if (changes.refusals.length > 0)
    return { problems: changes.refusals, outcome: "refused-change", subject, reverted };
  if (changes.changes.length === 0)
    return { problems: ["Nothing is left to revert."], outcome: "no-change", subject, reverted };
  return { subject, reverted };
}

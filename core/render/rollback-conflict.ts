import { rollbackBranch } from "../codec/branches.ts";
import { commitsToRevert } from "../jobs/rollback.ts";
import type { Rollback, RollbackLeft } from "../model/rollback.ts";
import type { Track } from "../model/track.ts";
import { codeList, pick, short, taskIds } from "./phrases.ts";
import { leftBehind, rollbackOf, rollbackTitle } from "./rollbacks.ts";
import type { NoticeOf } from "./writers.ts";

/** A rollback that git could not make alone: where it stands, what conflicts, and what to do. */
export function rollbackConflict(
  { task, attempt, tasks, files }: NoticeOf<"rollback-conflict">,
  track: Track,
): string {
  const rollback = rollbackOf(track, { task, attempt });
  const { proposal } = rollback;
  const pull = proposal ? `#${proposal.pull}` : "its pull request";
  const done = rollback.tasks.filter((one) => !tasks.includes(one));
  const rest =
    done.length > 0 ? ` ${taskIds(done)} ${pick(done.length, "is", "are")} reverted there already.` : "";
  return `${whatConflicts(rollback, { tasks, files })} The branch of ${pull} is left for you.${rest} Its description says what to type.${dependents(track, rollback)}`;
}

/** What git could not revert, and where. */
function whatConflicts({ undoes }: Rollback, { tasks, files }: RollbackLeft): string {
  const what =
    undoes === undefined
      ? `git cannot revert ${taskIds(tasks)} alone`
      : `git cannot bring ${taskIds(tasks)} back alone`;
  return `${what}: later work changed the same places of ${codeList(files)}.`;
}

function dependents(track: Track, { task, tasks, undoes }: Rollback): string {
  const left = undoes === undefined ? leftBehind(track, task, tasks) : [];
  if (left.length === 0) return "";
  return ` ${taskIds(left)} ${pick(left.length, "builds", "build")} on ${task}: to roll ${pick(left.length, "it", "them")} back too, comment \`/rollback ${task} --with-dependents\`, which takes the place of this one.`;
}

/** The same in the pull request itself, with the commands. */
export function leftToPerson(track: Track, rollback: Rollback, left: RollbackLeft): string {
  const { task, attempt, into } = rollback;
  const next =
    into === "default"
      ? "Then merge this pull request with GitHub's button."
      : "Then comment `/approve` with the first seven characters of your commit.";
  return [
    "> [!WARNING]",
    `> ${whatConflicts(rollback, left)}${dependents(track, rollback)}`,
    "",
    "Finish it in a clone of this repository, the newest commit first:",
    "",
    "```sh",
    "git fetch origin",
    `git switch ${rollbackBranch.format({ issue: track.issue, task, attempt })}`,
    ...reverts(track, rollback, left),
    `git commit --message "${rollbackTitle(track, rollback)}"`,
    "git push",
    "```",
    "",
    next,
  ].join("\n");
}

/** One commit may be the merge of several tasks that are brought back together. */
function reverts(track: Track, rollback: Rollback, left: RollbackLeft): string[] {
  const shas = commitsToRevert(track, rollback)
    .filter(({ task }) => left.tasks.includes(task))
    .map(({ sha }) => sha);
  return [...new Set(shas)].flatMap((sha) => [
    `git revert --no-commit --mainline 1 ${short(sha)}`,
    '# edit the files that `git status` lists under "Unmerged paths", then:',
    "git add --all",
  ]);
}

import { taskBranch } from "../codec/branches.ts";
import type { TaskId } from "../model/ids.ts";
import type { Rollback } from "../model/rollback.ts";
import type { TrackTask } from "../model/task.ts";
import { isOpen, type Track } from "../model/track.ts";
import type { Problem } from "../model/validate.ts";
import { codeList, few, list, problemList, short, statusWords, taskIds } from "./words.ts";

/** Every "no" that gsd says: what, where, and what to do instead. Nothing was changed when one of these is said. */

export function noWriteAccess(login: string): string {
  return `@${login}, commands and labels of gsd need write access to this repository, which you do not have. Ask a maintainer to comment for you.`;
}

export function botRefused({ login, id }: { login: string; id: number }): string {
  return `Commands by bots do not count here, so \`${login}\` was not heard. A maintainer can list its id, ${id}, under \`trusted_bots\` in \`.github/gsd.yml\`; even then, only people approve.`;
}

export function brokenConfig(problems: Problem[]): string {
  return `\`.github/gsd.yml\` on the default branch is not valid, so nothing was changed. Mend it and comment again:\n\n${problemList(problems)}`;
}

export function noTrack(): string {
  return "There is no gsd track here yet. Comment `/plan` on an issue, or label it `gsd:plan`, to start one.";
}

export function cannotPlanHere(): string {
  return "gsd plans open issues only, not pull requests or closed issues. Open an issue that says what you want and comment `/plan` there.";
}

export function plannedAlready(track: Track): string {
  const where = track.pull ? ` in #${track.pull}` : "";
  if (track.phase === "merged")
    return `This issue's track is merged already${where}. Open a new issue for more work.`;
  if (!isOpen(track))
    return `This issue's track is ${track.phase}. Comment \`/plan\` on #${track.issue}, while that is open, to start over.`;
  return `This issue has a track already${where} (${track.phase}). \`/cancel\` ends it; then \`/plan\` starts over.`;
}

export function nothingToApprove(track: Track): string {
  if (track.phase === "planning")
    return "The plan is still being written; a comment will say when it is ready. Approve it then.";
  if (track.phase === "ready")
    return `All tasks are merged into #${track.pull}. Merge that pull request with GitHub's button: gsd never merges into \`${track.defaultBranch}\` itself.`;
  if (track.phase !== "executing" && track.phase !== "verifying")
    return `This track is ${track.phase}; there is nothing to approve.`;
  const open = Object.entries(track.tasks).filter(([, task]) => task.status === "review" && task.pull);
  const where = few(open.map(([id, task]) => `#${task.pull} (${id})`));
  const next =
    where.length > 0
      ? `Comment \`/approve\` on a task's pull request: ${list(where)}.`
      : "No task waits for approval now.";
  return `The plan is approved already. ${next}`;
}

export function planNotOpened(track: Track): string {
  const why = track.trouble ? ` ${track.trouble.text}` : "";
  return `The plan cannot be approved before its pull request is open.${why}`;
}

export function planMissing(track: Track): string {
  return `The plan's files are not on the track branch any more (\`specs/changes/${track.issue}-${track.slug}/\`). Restore them, or \`/cancel\` and \`/plan\` again.`;
}

export function planInvalid(problems: Problem[]): string {
  return `The plan cannot be approved as it stands. Mend it on the track branch, then comment \`/approve\` again:\n\n${problemList(problems)}`;
}

export function olderPlan(meant: string, tree: string): string {
  return `\`${short(meant)}\` is not the plan as it is now (\`${short(tree)}\`). Look at the files once more, then comment \`/approve ${short(tree)}\`.`;
}

export function unclearPlan(tree: string): string {
  return `The plan changed around the time of your comment, so it is not clear which one you meant. If you have seen the plan at \`${short(tree)}\`, comment \`/approve ${short(tree)}\`.`;
}

export function olderHead(meant: string, head: string): string {
  return `\`${short(meant)}\` is not the head of this pull request (\`${short(head)}\`). Look at the changes once more, then comment \`/approve ${short(head)}\`.`;
}

export function unclearHead(head: string): string {
  return `It is not clear which commit you meant: no text of ours from before your comment names the head \`${short(head)}\`. If that is what you have seen, comment \`/approve ${short(head)}\`.`;
}

export function notReviewedYet(id: TaskId, head: string): string {
  return `${id} is still being checked and reviewed at \`${short(head)}\`. A review here will say when it is ready; approve it then.`;
}

export function taskNotInReview(id: TaskId, task: TrackTask): string {
  const next = task.trouble ? ` ${task.trouble.text}` : "";
  return `${id} is ${statusWords[task.status]}, so there is nothing to approve.${next}`;
}

export function ownCheckFails(id: TaskId): string {
  return `The repository's own checks fail on ${id}, so it cannot be merged. Push a fix to its branch, or comment \`/retry ${id}\`.`;
}

export function notChecked(id: TaskId, { pull, head }: { pull: number; head: string }): string {
  return `The repository's own checks have not run on ${id} at \`${short(head)}\`, so gsd does not merge it. If you know that they pass, merge #${pull} with GitHub's button.`;
}

export function checksFail(id: TaskId, names: string[]): string {
  return `${codeList(names)} ${names.length === 1 ? "fails" : "fail"} on this head, so ${id} cannot be merged. Push a fix to its branch, or comment \`/retry ${id}\`.`;
}

export function rollbackChecksFail({ task }: Rollback, names: string[]): string {
  return `${codeList(names)} ${names.length === 1 ? "fails" : "fail"} on this head, so the rollback of ${task} cannot be merged. Push a fix to its branch, or close this pull request.`;
}

export function mergeByHand(rollback: Rollback): string {
  return `This rollback goes into the default branch, where gsd never merges. Merge #${rollback.pull} with GitHub's button.`;
}

export function rollbackNotOpen(rollback: Rollback): string {
  const next = rollback.status === "failed" ? ` \`/rollback ${rollback.task}\` makes a new one.` : "";
  return `This rollback is ${rollback.status}; there is nothing to approve.${next}`;
}

export function unknownTask(track: Track, id: TaskId): string {
  const ids = Object.keys(track.tasks);
  const known = ids.length > 0 ? `Its tasks are ${taskIds(ids)}.` : "Its plan has no approved tasks yet.";
  return `This track has no task ${id}. ${known}`;
}

export function notExecuting(track: Track, command: string): string {
  return `\`/${command}\` works while tasks run; this track is ${track.phase}. \`/status\` says what comes next.`;
}

export function cannotRetry(id: TaskId, task: TrackTask): string {
  if (task.status === "completed")
    return `${id} is merged. \`/rollback ${id}\` takes it back; after that it can be retried.`;
  return `${id} is ${statusWords[task.status]}, so there is nothing to retry.`;
}

export function cannotSkip(id: TaskId, task: TrackTask): string {
  if (task.status === "completed")
    return `${id} is merged, so it cannot be skipped. \`/rollback ${id}\` takes it back.`;
  if (task.status === "in_progress")
    return `${id} is running. Wait for its pull request, then \`/skip ${id}\`; or \`/cancel\` the whole track.`;
  return `${id} is skipped already.`;
}

export function handsOff(id: TaskId, issue: number): string {
  const branch = taskBranch.format({ issue, task: id });
  return `\`${branch}\` has commits by people, which gsd does not overwrite. Go on there and \`/approve\`, or delete the branch and comment \`/retry ${id}\` once more.`;
}

export function trackOver(track: Track, command: string): string {
  const next = track.phase === "merged" ? "" : ` \`/plan\` on #${track.issue} starts over.`;
  return `This track is ${track.phase}, so there is nothing to ${command}.${next}`;
}

export function pausedAlready(): string {
  return "The track is paused already. `/resume` goes on.";
}

export function notPaused(): string {
  return "The track is not paused. `/status` says what it waits for.";
}

export function notMerged(id: TaskId, task: TrackTask): string {
  const next = task.status === "skipped" ? "" : ` \`/skip ${id}\` goes on without it.`;
  return `${id} is ${statusWords[task.status]}, not merged, so there is nothing to roll back.${next}`;
}

export function rollbackUnderWay(rollback: Rollback): string {
  const where = rollback.pull ? ` in #${rollback.pull}` : "";
  return `A rollback of ${taskIds(rollback.tasks)} is under way already${where}.`;
}

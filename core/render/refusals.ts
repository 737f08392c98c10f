import { taskBranch, trackBranch } from "../codec/branches.ts";
import { type TaskId, trackName } from "../model/ids.ts";
import type { Refusal } from "../model/notice.ts";
import { isQuick } from "../model/route.ts";
import { isOpen, type Track, taskEntries } from "../model/track.ts";
import { code, inline } from "../text/foreign.ts";
import { ownersUnknown } from "./access.ts";
import { notLifted, objectionsStand } from "./objections.ts";
import { permissionWords } from "./permissions.ts";
import { codeList, few, list, phaseWords, pick, problemList, short, stateOf, taskIds } from "./phrases.ts";
import type { questionWords } from "./questions.ts";
import { rollbackOf } from "./rollbacks.ts";
import { renderTrouble } from "./troubles.ts";
import type { NoticeOf, Writers } from "./writers.ts";

/** Every "no": what, where, and what to do instead. */
export const refusals: Writers<Exclude<Refusal["type"], keyof typeof questionWords>> = {
  "nothing-asked": permissionWords["nothing-asked"],
  "decided-already": permissionWords["decided-already"],
  "permission-gone": permissionWords["permission-gone"],
  "planned-already": (_, track) => plannedAlready(track),
  "nothing-to-approve": (_, track) => nothingToApprove(track),
  "plan-not-opened": (_, track) => {
    const why = track.trouble ? ` ${renderTrouble(track.trouble, track)}` : "";
    return `The plan's pull request is not open yet. Comment \`/approve\` once it is.${why}`;
  },
  "plan-missing": (_, track) =>
    `The plan's files are gone from \`${trackBranch.format(track)}\` (\`specs/changes/${trackName(track)}/\`). Restore them, or comment \`/cancel\` and then \`/plan\` to start over.`,
  "plan-invalid": ({ problems }) =>
    `The plan has problems, so it cannot be approved yet. Fix them on the track's branch, then comment \`/approve\` again:\n\n${problemList(problems)}`,
  "older-plan": ({ meant, tree }) =>
    `${code(short(meant))} is not the current plan, which is \`${short(tree)}\`. Look at its files again, then comment \`/approve ${short(tree)}\`.`,
  "unclear-plan": ({ tree }) =>
    `The plan changed around the time of your comment, so it is not clear which one you meant. If you have seen the plan at \`${short(tree)}\`, comment \`/approve ${short(tree)}\`.`,
  "older-head": ({ meant, head, over }) =>
    `${code(short(meant))} is not the newest commit of this pull request, which is \`${short(head)}\`. Look at the changes again, then comment \`${approveAt(head, over)}\`.`,
  "unclear-head": ({ head, over }) =>
    `It is not clear which commit you meant: gsd had not announced \`${short(head)}\` when you commented. If that is what you have seen, comment \`${approveAt(head, over)}\`.`,
  "not-reviewed-yet": ({ task, head }) =>
    `${task} is still being checked and reviewed at \`${short(head)}\`. A review here will say when it is ready; comment \`/approve\` then.`,
  "task-not-in-review": ({ task }, track) => {
    const { trouble } = track.tasks[task] ?? {};
    const why = trouble ? ` ${renderTrouble(trouble, track)}` : "";
    return `${stateOf(track, task)}, so there is nothing to approve.${why}`;
  },
  "objections-stand": objectionsStand,
  "owners-unknown": ownersUnknown,
  "own-check-fails": ({ task, over }) =>
    `The repository's own checks fail on ${task}, so it cannot be merged.${notLifted(over)} Push a fix to its branch, or comment \`/retry ${task}\`.`,
  "not-checked": ({ task, pull, head }) =>
    `The repository's own checks have not run on ${task} at \`${short(head)}\`, so gsd does not merge it. If you know that they pass, merge #${pull} with GitHub's button.`,
  "checks-fail": ({ task, names, over }) =>
    `${codeList(names)} ${pick(names.length, "fails", "fail")} on this commit, so ${task} cannot be merged.${notLifted(over)} Push a fix to its branch, or comment \`/retry ${task}\`.`,
  "rollback-checks-refuse": ({ task, names }) =>
    `${codeList(names)} ${pick(names.length, "fails", "fail")} on this commit, so the rollback of ${task} cannot be merged. Push a fix to its branch, or close this pull request.`,
  "merge-by-hand": ({ task, attempt }, track) => {
    const { proposal } = rollbackOf(track, { task, attempt });
    const pull = proposal ? `#${proposal.pull}` : "it";
    return `This rollback goes into ${code(track.defaultBranch)}, where gsd never merges. Merge ${pull} with GitHub's button.`;
  },
  "rollback-not-open": rollbackNotOpen,
  "rollback-unresolved": ({ tasks, files }) =>
    `${taskIds(tasks)} ${pick(tasks.length, "is", "are")} not reverted here yet: ${codeList(files)} ${pick(files.length, "needs", "need")} your hand. The description of this pull request says what to type. Push that to its branch, then comment \`/approve\` with the first seven characters of your commit.`,
  "unknown-task": ({ task }, track) => {
    const ids = Object.keys(track.tasks);
    const known = ids.length > 0 ? `Its tasks are ${taskIds(ids)}.` : "Its plan is not approved yet.";
    return `This track has no task ${task}. ${known}`;
  },
  "not-executing": ({ command }, track) =>
    `${slash(command)} works while tasks run, and this track is ${phaseWords[track.phase]}. Comment \`/status\` to see what comes next.`,
  "cannot-retry": ({ task }, track) =>
    track.tasks[task]?.status === "completed"
      ? `${task} is merged. Comment \`/rollback ${task}\` first; once it is rolled back, \`/retry ${task}\` works.`
      : `${stateOf(track, task)}, so there is nothing to retry.`,
  "task-moved-on": ({ task }, track) =>
    `${task} has run again since the box was written: ${stateOf(track, task)} now. Look at it again, then comment \`/retry ${task}\`.`,
  "cannot-revise": ({ task }, track) => {
    const { status } = track.tasks[task] ?? {};
    if (status === "completed") {
      return `${task} is merged. Comment \`/rollback ${task}\` first; once it is rolled back, \`/revise ${task}\` works.`;
    }
    if (status === "pending") {
      return `${task} has not started, so there is no work to revise. Comment \`/rebase ${task}\` and what should be different to have its text written anew.`;
    }
    return `${stateOf(track, task)}. Comment \`/revise ${task}\` again when its review is there: gsd reads your words then.`;
  },
  "nothing-to-revise": ({ task }) =>
    `gsd found no words to work from: no open review comment by anybody with write access, and no text. Write what should be different: \`/revise ${task ? `${task} ` : ""}TEXT\`.`,
  "cannot-revise-plan": () =>
    "The plan is still being written. Once it is there, comment `/revise` and what should be different.",
  "revision-under-way": ({ by }) =>
    `The plan is being written again for ${inline(by)}, with what was said up to then. Comment \`/revise\` once it is there: gsd reads your words then.`,
  "no-gaps": () =>
    "There is nothing to plan tasks for: no verification of this track has found a criterion that is not met. Comment `/status` to see what comes next, or `/revise` and what should be different to have the plan written again.",
  "cannot-skip": cannotSkip,
  "merge-quick": ({ pull }, track) =>
    `#${pull} goes into ${code(track.defaultBranch)}, where gsd never merges. Merge it with GitHub's button.`,
  "one-task": ({ task }) =>
    `${task} is all there is to this quick change. Comment \`/cancel\` to end it, or \`/plan\` to have it planned.`,
  "cannot-review": ({ task }, track) =>
    `${stateOf(track, task)}, so there is nothing to review. \`/review ${task}\` works while its pull request is open.`,
  "cannot-update": ({ task }, track) =>
    task === undefined
      ? "This track has no pull request yet, so there is nothing to update."
      : `${stateOf(track, task)}, so there is nothing to update. \`/update ${task}\` works while its pull request is open.`,
  "update-under-way": () => "gsd is already bringing it up to date. Comment `/status` to see how it stands.",
  "hands-off": ({ task }, track) =>
    `\`${taskBranch.format({ issue: track.issue, task })}\` has commits by people, and gsd does not overwrite them. Continue there and comment \`/approve\`, or delete the branch and comment \`/retry ${task}\` again. To have gsd continue on top of them, comment \`/revise ${task}\` and what should be different.`,
  "track-over": ({ command }, track) => {
    const next = track.phase === "merged" ? "" : ` ${comeBack(track)}`;
    return `This track is ${phaseWords[track.phase]}, so ${slash(command)} does nothing here.${next}`;
  },
  "issue-is-closed": ({ command }, track) =>
    `#${track.issue} is closed, so ${slash(command)} does nothing yet. Reopen the issue first${isOpen(track) ? "; that alone lets the track go on. Or comment `/cancel` to end it" : ", then comment it again"}.`,
  "paused-already": () => "The track is already paused. Comment `/resume` to go on.",
  "not-paused": () => "The track is not paused. Comment `/status` to see what it is waiting for.",
  "not-merged": ({ task }, track) => {
    const next =
      track.tasks[task]?.status === "skipped" ? "" : ` Comment \`/skip ${task}\` to go on without it.`;
    return `${stateOf(track, task)}, not merged, so there is nothing to roll back.${next}`;
  },
  "cannot-rebase": ({ task, split }, track) => {
    const command = split ? "split" : "rebase";
    if (isQuick(track))
      return `This change has no plan whose tasks could be rewritten. Comment \`/plan\` to have one made, or \`/retry ${task}\` and what should be different.`;
    return `${stateOf(track, task)}, so it keeps the text that was approved for it. ${beforeRebase(track, task, command)}`;
  },
  "rebase-under-way": ({ task, split }) =>
    `gsd is already looking ${split ? `how ${task} can be split` : `for a better version of ${task}`}. Comment \`/status\` to see how far it is.`,
  "no-folder": ({ recipe, folder, why }, track) =>
    why === "form"
      ? `${code(`/run ${recipe}`)} needs a folder of this repository, such as ${code(`/run ${recipe} src/export`)}.`
      : `There is no folder ${code(folder)} on ${code(track.defaultBranch)}. Write ${code(`/run ${recipe} src/export`)} with a folder that is there.`,
  "has-spec": ({ folder, path }) =>
    `${code(folder)} has a spec already: ${code(path)}. To change it, open an issue and comment \`/plan\`, or edit it yourself.`,
  "nothing-merged": (_, track) =>
    isOpen(track)
      ? "No task of this track is merged, so there is nothing to roll back. Comment `/cancel` to end the track."
      : "All that was merged of this track is rolled back already.",
  "rollback-under-way": ({ task, attempt }, track) => {
    const { tasks, proposal } = rollbackOf(track, { task, attempt });
    return `${taskIds(tasks)} ${pick(tasks.length, "is", "are")} already being rolled back${proposal ? ` in #${proposal.pull}` : ""}.`;
  },
  "nothing-to-undo": ({ task }) =>
    `${task ? `There is no merged rollback of ${task}` : "This track has no merged rollback"}, so there is nothing to bring back. Comment \`/status\` to see what is merged.`,
  "done-anew": ({ tasks }) =>
    `${taskIds(tasks)} ${pick(tasks.length, "was", "were")} begun again after the rollback, so what was taken back would be there twice. To have the old version all the same, comment \`/skip ${tasks[0]}\` first, or roll the new one back.`,
  "report-under-way": ({ report }, track) => {
    const asked = track.reports.find(({ number }) => number === report);
    const what = asked ? `${code(asked.recipe)} for ${inline(asked.by)}` : `report ${report}`;
    return `gsd is still working on ${what}. Ask again once that is done.`;
  },
};

/** How an approval of this very commit is written. */
function approveAt(head: string, over: boolean | undefined): string {
  return `/approve ${short(head)}${over ? " --over" : ""}`;
}

/** What can be done about a track that is over and not merged. */
function comeBack(track: Track): string {
  const over = `comment \`/plan\` on #${track.issue}, while it is open, to start over.`;
  if (track.phase === "cancelled") return `Comment \`/resume\` to bring it back as it was, or ${over}`;
  return `${over[0]?.toUpperCase()}${over.slice(1)}`;
}

/** A command's name as people type it. */
function slash(command: string): string {
  return code(`/${command.replaceAll(/[^a-z]/gi, "")}`);
}

function plannedAlready(track: Track): string {
  const where = track.pull ? ` in #${track.pull}` : "";
  if (track.phase === "merged") {
    return `This issue's track is already merged${where}. Open a new issue for more work.`;
  }
  if (!isOpen(track)) {
    return `This issue's track is ${phaseWords[track.phase]}. ${comeBack(track)}`;
  }
  if (isQuick(track)) {
    return "This issue is already being worked on as a quick change. Comment `/plan` to have it planned instead, or `/cancel` to end it.";
  }
  return `This issue already has a track${where}, which is ${phaseWords[track.phase]}. Comment \`/cancel\` to end it, then \`/plan\` to start over.`;
}

function nothingToApprove(track: Track): string {
  if (isQuick(track)) {
    return `This is a quick change, so there is no plan to approve. When its pull request is ready, merge it with GitHub's button: gsd never merges into ${code(track.defaultBranch)} itself.`;
  }
  if (track.phase === "planning") {
    return "The plan is still being written. A comment will say when it is ready; comment `/approve` then.";
  }
  if (track.phase === "ready") {
    return `All tasks are merged into ${track.pull ? `#${track.pull}` : "the track"}. Merge that pull request with GitHub's button: gsd never merges into ${code(track.defaultBranch)} itself.`;
  }
  if (track.phase !== "executing" && track.phase !== "verifying") {
    return `This track is ${phaseWords[track.phase]}, so there is nothing to approve.`;
  }
  const open = taskEntries(track).flatMap(([id, { status, proposal }]) =>
    status === "review" && proposal ? [`#${proposal.pull} (${id})`] : [],
  );
  const next =
    open.length > 0
      ? `Comment \`/approve\` on a task's pull request: ${list(few(open))}.`
      : "No task is waiting for approval now.";
  return `The plan is already approved. ${next}`;
}

function rollbackNotOpen({ task, attempt }: NoticeOf<"rollback-not-open">, track: Track): string {
  const { status } = rollbackOf(track, { task, attempt });
  const words = { running: "still being made", open: "open", completed: "already merged", failed: "closed" };
  const next = status === "failed" ? ` Comment \`/rollback ${task}\` for a new one.` : "";
  return `This rollback is ${words[status]}, so there is nothing to approve.${next}`;
}

function cannotSkip({ task }: NoticeOf<"cannot-skip">, track: Track): string {
  const status = track.tasks[task]?.status;
  if (status === "completed") {
    return `${task} is merged, so it cannot be skipped. Comment \`/rollback ${task}\` to undo it.`;
  }
  if (status === "in_progress") {
    return `${task} is running. Wait for its pull request and then comment \`/skip ${task}\`, or \`/cancel\` the whole track.`;
  }
  return `${task} is already skipped.`;
}

/** What has to happen to a task before its text can be written anew. */
function beforeRebase({ tasks }: Track, task: TaskId, command: "split" | "rebase"): string {
  const known = tasks[task];
  if (known?.status === "completed") return `Comment \`/rollback ${task}\` first.`;
  if (known?.status === "in_progress") return "Wait for it, or comment `/cancel` to end the track.";
  const asItIs = known?.proposal
    ? `\`/revise ${task}\` to have its pull request worked on`
    : `\`/retry ${task}\` to run it as it is`;
  return `Comment ${asItIs}, or \`/skip ${task}\` and then \`/${command} ${task}\`.`;
}

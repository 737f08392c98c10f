import { ledgerBranch, taskBranch, trackBranch } from "../codec/branches.ts";
import type { TaskId } from "../model/ids.ts";
import type { Answer, NoticeType, Refusal, Trouble } from "../model/notice.ts";
import { hasMerged, type Track, taskEntries } from "../model/track.ts";
import { code, inline } from "../text/foreign.ts";
import { approvalLapsed } from "./access.ts";
import { conflictResolved, taskResolved } from "./conflict.ts";
import { specMeets } from "./notes.ts";
import { permissionWords } from "./permissions.ts";
import { few, list, mention, mentions, pick, plural, problemList, short, taskIds } from "./phrases.ts";
import {
  planEditBroken,
  planEdited,
  planRevised,
  rebaseProposed,
  remarksLeft,
  revisionProposed,
} from "./plan-edits.ts";
import { leftBehind, rollbackName, rollbackOf } from "./rollbacks.ts";
import { aftermath, asSentence, because, firstLine } from "./why.ts";
import type { NoticeOf, Writers } from "./writers.ts";

type News = Exclude<NoticeType, (Trouble | Answer | Refusal)["type"]>;

/** What happened and a person should know. */
export const news: Writers<News> = {
  "approval-lapsed": approvalLapsed,
  "plan-ready": (_, track) =>
    `${mention(track.requestedBy)}, the plan is ready: ${pullOf(track)}. Read its files there, edit them like code if you like, and comment \`/approve\` on it. Nothing runs before that.`,
  "permission-wanted": permissionWords["permission-wanted"],
  "plan-revised": planRevised,
  "revision-proposed": revisionProposed,
  "revision-same": ({ by, unanswered }) =>
    `The plan was written again for ${inline(by)}, and nothing in it changed. The approved plan goes on.${remarksLeft(unanswered)} If you meant something else, comment \`/revise\` in other words.`,
  "revision-failed": ({ why }, track) => {
    const again = "comment `/revise` to try again";
    const branch = `edit the files on \`${trackBranch.format(track)}\` yourself`;
    const next = track.plan.approved
      ? `The approved plan goes on, and what you said is kept: ${again}, or ${branch}.`
      : `It stays as it was, and so does what you said: ${again}, ${branch}, or comment \`/approve\` to take it as it is.`;
    return `The plan could not be written again: ${because(why)} ${next}`;
  },
  "plan-changed": ({ tree, faults = [] }) => {
    const noticed =
      faults.length > 0
        ? `\n\nWorth a second look, and no reason to refuse it:\n\n${problemList(faults)}`
        : "";
    return `The plan's files changed; the plan is now \`${short(tree)}\`. Comment \`/approve\` to approve it as it is.${noticed}`;
  },
  "plan-broken": ({ problems }) =>
    `The plan's files changed and cannot be run like this:\n\n${problemList(problems)}\n\nFix them on this branch, then comment \`/approve\`.`,
  "plan-unfinished": ({ problems }, track) =>
    `${mention(track.requestedBy)}, the planners could not get this plan right, and gsd stopped asking them. What they wrote is in ${pullOf(track)}, and this is still wrong with it:\n\n${problemList(problems)}\n\nFix the files on its branch, then comment \`/approve\`; or comment \`/plan\` to start again. Nothing runs before that.`,
  "pushed-by-person": ({ task, head }, track) =>
    `Somebody pushed to \`${taskBranch.format({ issue: track.issue, task })}\`, so from now on gsd leaves that branch alone. ${task} is checked and reviewed again at \`${short(head)}\`; an earlier approval does not cover it. Comment \`/approve\` when it is ready.`,
  "track-ready": (_, track) =>
    `${mention(track.requestedBy)}, ${whatIsVerified(track)}${track.verification.checks === "none" ? " No command has checked it, so look closely." : ""} ${whatToMerge(track)}`,
  "track-moved": ({ head }, track) =>
    `\`${trackBranch.format(track)}\` changed after it was verified; its head is now \`${short(head)}\`. gsd verifies it again by itself. Merge it with GitHub's button once \`gsd/track\` is green there.`,
  "merges-lost": ({ head, tasks }, track) => {
    const them = pick(tasks.length, "it", "them");
    return `${taskIds(tasks)} ${pick(tasks.length, "was", "were")} merged into \`${trackBranch.format(track)}\`, but that work is not in its head \`${short(head)}\` any more: somebody pushed over it. gsd runs ${taskIds(tasks)} again. To go on without ${them}, comment ${list(few(tasks.map((task) => `\`/skip ${task}\``)))} once the run has ended.`;
  },
  "conflict-resolved": conflictResolved,
  "task-resolved": taskResolved,
  "merged-early": ({ pull, tasks }) =>
    `#${pull} was merged before ${taskIds(tasks)} ${pick(tasks.length, "was", "were")} done. gsd closed what was still open and deleted none of its branches. Open a new issue for what is left.`,
  "track-closed": ({ pull }) =>
    `#${pull} was closed without a merge, so the track is cancelled. gsd deletes none of its branches. Reopen #${pull} or comment \`/resume\` to bring it back, or comment \`/plan\` here to start over.`,
  "ledger-moved-back": ledgerMovedBack,
  "issue-closed": ({ runs }) =>
    `The issue was closed, so the track is paused${runs > 0 ? ` and gsd is stopping ${plural(runs, "run")}; what they did is kept` : ""}. Nothing starts and nothing is merged. Reopen the issue to go on, or comment \`/cancel\` to end the track.`,
  "reopened-without-access": ({ login, what }) =>
    `${inline(login)} reopened this ${what === "issue" ? "issue" : "pull request"}, but starting work takes write access, so nothing goes on yet. Somebody with write access can comment \`/resume\`.`,
  "label-removed": ({ label, runs }) =>
    `The label ${code(label)} was removed before the plan was approved, so the track is cancelled.${runs > 0 ? ` gsd is stopping ${plural(runs, "run")}; what they did is kept.` : ""} Put the label back or comment \`/resume\` to go on with what is there, or comment \`/plan\` to start over.`,
  "specs-meet": ({ meetings }) =>
    `The plan's spec changes meet others':\n\n${meetings.map((one) => `- ${inline(specMeets(one))}`).join("\n")}\n\nAgree with its people who goes first, or edit SPEC.md; then comment \`/approve\`.`,
  "plan-edited": planEdited,
  "rebase-proposed": rebaseProposed,
  "rebase-failed": ({ task, split, why }) =>
    `There is no ${split ? "way to split" : "better version of"} ${task}: ${because(why)} Edit its entry in BACKLOG.yaml yourself and comment \`/approve\`, or comment \`/${split ? "split" : "rebase"} ${task}\` to try again.${aftermath(why)}`,
  "plan-edit-broken": planEditBroken,
  "not-reopened": ({ pull, task, failure }) => {
    const next = task
      ? `Comment \`/retry ${task}\` to run it again, or \`/skip ${task}\` to go on without it.`
      : "Comment `/plan` to start over.";
    return `gsd could not reopen #${pull}${task ? ` (${task})` : ""}: ${asSentence(firstLine(failure.text))} ${next}`;
  },
  "work-gone": ({ task, commit, branch }) =>
    `The branch ${code(branch)} was deleted, and its commit \`${short(commit)}\` is gone too, so what was kept of ${task ?? "the plan"} cannot be restored. ${task ?? "Planning"} starts from scratch. Comment \`/pause\` if you do not want that.`,
  "review-wanted": ({ task, people }, track) => {
    return track.tasks[task]?.status === "review"
      ? `${mentions(people)}, ${task} is ready for your review. Comment \`/approve\` here to merge it.`
      : `${mentions(people)}, ${task} needs your help. \`/status\` says what is wrong and what you can do.`;
  },
  "rollback-opened": rollbackOpened,
  "changed-over": ({ branch, pull }) =>
    `This is being planned now. What the quick change came to is kept on ${code(branch)}${pull === undefined ? "" : `; gsd closes #${pull}, and you can reopen it`}. The planners know about it. Comment \`/cancel\` to stop.`,
  "report-opened": ({ report, pull }, track) => {
    const asked = track.reports.find(({ number }) => number === report);
    const whose = asked ? `${mention(asked.by)}, your report (${code(asked.recipe)})` : `Report ${report}`;
    return `${whose} is ready in #${pull}: read it there, and merge it with GitHub's button if you want to keep it.`;
  },
};

/** Tasks that were skipped or taken back are not what was verified. */
function whatIsVerified(track: Track): string {
  const left = taskEntries(track).flatMap(([id, { status }]) => (status === "completed" ? [] : [id]));
  if (left.length === 0) return `all tasks of #${track.issue} are merged and verified.`;
  const rest = `${taskIds(left)} ${pick(left.length, "is", "are")} left out`;
  if (!hasMerged(track)) return `no task of #${track.issue} is merged: ${rest}.`;
  return `the merged tasks of #${track.issue} are verified; ${rest}.`;
}

function whatToMerge(track: Track): string {
  return hasMerged(track)
    ? `${pullOf(track)} is ready: merge it with GitHub's button.`
    : `${pullOf(track)} holds nothing but the archived plan. Comment \`/cancel\` to end the track and keep the issue open; merging it would close the issue.`;
}

function pullOf({ pull }: Track): string {
  return pull ? `#${pull}` : "its pull request";
}

function rollbackOpened({ task, attempt }: NoticeOf<"rollback-opened">, track: Track): string {
  const rollback = rollbackOf(track, { task, attempt });
  const { tasks, into, proposal, undoes } = rollback;
  const pull = proposal ? `#${proposal.pull}` : "its pull request";
  const next = into === "default" ? "merge it with GitHub's button" : "comment `/approve` on it";
  const also = undoes === undefined ? stays(track, { task, tasks }, pull) : "";
  return `The ${rollbackName(rollback)} is in ${pull}: ${next}.${also}`;
}

function stays(track: Track, rollback: { task: TaskId; tasks: TaskId[] }, pull: string): string {
  const left = leftBehind(track, rollback.task, rollback.tasks);
  if (left.length === 0) return "";
  const [builds, them] = [pick(left.length, "builds", "build"), pick(left.length, "it", "them")];
  return ` ${taskIds(left)} ${builds} on it and ${pick(left.length, "stays", "stay")} merged. To roll ${them} back too, close ${pull} and comment \`/rollback ${rollback.task} --with-dependents\`.`;
}

function ledgerMovedBack({ saves, commit }: NoticeOf<"ledger-moved-back">): string {
  return [
    `\`${ledgerBranch}\` was moved back: it does not have the last ${plural(saves, "change")} of this track. gsd might do and pay for again what happened since, so it paused this track.`,
    `**To bring the newer state back**, of all tracks, run this in a clone, then comment \`/resume\`:\n\n\`\`\`\ngit fetch origin ${commit}\ngit push --force origin ${commit}:refs/heads/${ledgerBranch}\n\`\`\``,
    "**To go on from the older state**, comment `/resume`.",
  ].join("\n\n");
}

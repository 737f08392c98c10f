import { taskBranch, trackBranch } from "../codec/branches.ts";
import { mergedDependents } from "../decide/rollback.ts";
import type { Finding } from "../model/answers.ts";
import type { Effect } from "../model/effect.ts";
import type { PullFact } from "../model/facts.ts";
import type { TaskId } from "../model/ids.ts";
import type { JobRef, Outcome } from "../model/job.ts";
import type { Rollback } from "../model/rollback.ts";
import type { Track } from "../model/track.ts";
import type { Problem } from "../model/validate.ts";
import { formatUsd } from "../select/budget.ts";
import { cutText } from "../text/cut-text.ts";
import { code, codeBlock, codeList, fitLines, inline, plural, problemList, short, taskIds } from "./words.ts";

/** New comments: written only when a person has to know or act. */

interface Why {
  outcome: Outcome;
  reason?: string;
  /** What it cost so far, in US dollars. */
  spent?: { on: string; usd: number };
  /** The workflow run that has its log and its transcript. */
  run?: { id: number };
}

interface Failure {
  code: string;
  text: string;
}

export function planReady(track: Track): string {
  return `@${track.requestedBy}, the plan is ready: #${track.pull}. Read its files there, edit them like code if you like, and comment \`/approve\` on it. Nothing runs before that.`;
}

export function planChanged(tree: string): string {
  return `The plan's files changed; the plan is now \`${short(tree)}\`. Comment \`/approve\` to approve it as it is.`;
}

export function planBroken(problems: Problem[]): string {
  return `The plan's files changed and cannot be run as they are:\n\n${problemList(problems)}\n\nMend them on this branch; \`/approve\` works once they are right.`;
}

export function planningFailed(job: JobRef, why: Why): string {
  if (why.outcome === "text-changed") {
    return "The issue's text changed after the plan was asked for, so planning stopped: what was approved to be read is not what stands there now. Comment `/plan` to plan from the new text.";
  }
  const next =
    why.outcome === "budget"
      ? "Comment `/budget +5` to go on with five dollars more."
      : "Mend the cause, then comment `/plan` to start over.";
  return `Planning stopped: \`${job.kind}\` ended with ${describe(why)}. ${next}${output(why)}`;
}

export function lastTime(why: Why): string {
  return `The last attempt ended with \`${why.outcome}\`${why.reason ? ` (${why.reason.replace(/\.$/, "")})` : ""}.`;
}

/** The hourly run goes on where no event comes first. */
export function modelWaits(until: string, why: Why): string {
  const time = `${until.slice(0, 10)} ${until.slice(11, 16)} UTC`;
  const what = why.outcome === "unavailable" ? "is down" : "limits us";
  return `The model's provider ${what}${why.reason ? ` (${reason(why.reason)})` : ""}. Work goes on by itself with the first event or hourly run after ${time}.`;
}

export function taskFailed(track: Track, id: TaskId, why: Why): string {
  const { attempts = 0, checkpoint } = track.tasks[id] ?? {};
  const branch = taskBranch.format({ issue: track.issue, task: id });
  const kept = checkpoint ? ` What it had done is kept on \`${branch}\` (\`${short(checkpoint)}\`).` : "";
  const goOn =
    why.outcome === "budget"
      ? "`/budget +5` to go on with five dollars more"
      : checkpoint
        ? `\`/retry ${id}\` to go on from there (\`/retry ${id} --fresh\` starts over)`
        : `\`/retry ${id}\` to try again`;
  return `${id} failed after ${plural(attempts, "attempt")}: ${describe(why)}.${kept} Comment ${goOn} or \`/skip ${id}\` to go on without it; the other tasks go on.${output(why)}`;
}

export function reviewFailed(id: TaskId, why: Why): string {
  const budget =
    why.outcome === "budget" ? "Comment `/budget +5` to have it with five dollars more. Or review" : "Review";
  return `The review of ${id} could not be had: ${describe(why)}. ${budget} it yourself and merge it with GitHub's button, comment \`/retry ${id}\` to run the task again, or \`/skip ${id}\`.${output(why)}`;
}

export function blocked(id: TaskId, blockers: Finding[], handsOff: boolean): string {
  const next = handsOff
    ? "Push a fix to the branch."
    : `Push a fix to the branch, or comment \`/retry ${id}\` or \`/skip ${id}\`.`;
  const line = (finding: Finding) => `- ${code(placeOf(finding))}: ${inline(finding.message)}`;
  const shown = fitLines(blockers, line, { maxBytes: 20_000, more: (count) => `- and ${count} more` });
  return `${id} still has ${plural(blockers.length, "blocker")}:\n\n${shown.join("\n")}\n\n${next}`;
}

/** A remark as the executor is told it; for a prompt, not for a comment. */
export function findingLine(finding: Finding): string {
  return `\`${placeOf(finding)}\`: ${finding.message}`;
}

function placeOf({ path, line }: Finding): string {
  return line ? `${path}:${line}` : path;
}

export function verificationFailed(track: Track, why: Why): string {
  if (why.outcome === "budget") {
    return `Verification of the track stopped: ${describe(why)}. Comment \`/budget +5\` to go on with five dollars more.${output(why)}`;
  }
  return `Verification of the track did not pass: ${describe(why)}.\n\nMerge a fix into \`${trackBranch.format(track)}\`, then comment \`/resume\` to verify again. Or take the task at fault back with \`/rollback\`, and \`/retry\` it.${output(why)}`;
}

export function headFails(id: TaskId, head: string): string {
  return `The repository's own checks fail on ${id} at \`${short(head)}\`. Push a fix to its branch, or comment \`/skip ${id}\`.`;
}

export function trackReady(track: Track): string {
  return `@${track.requestedBy}, all tasks of #${track.issue} are merged and verified. #${track.pull} is ready: merge it with GitHub's button.`;
}

export function rollbackOpened(track: Track, rollback: Rollback): string {
  const left = mergedDependents(track, rollback.task).filter((id) => !rollback.tasks.includes(id));
  const warning =
    left.length > 0
      ? ` ${taskIds(left)} ${left.length === 1 ? "is merged and builds" : "are merged and build"} on it and ${left.length === 1 ? "stays" : "stay"}; close #${rollback.pull} and comment \`/rollback ${rollback.task} --with-dependents\` to take ${left.length === 1 ? "it" : "them"} along.`
      : "";
  const next = rollback.into === "default" ? "merge it with GitHub's button" : "comment `/approve` on it";
  return `The rollback of ${taskIds(rollback.tasks)} is in #${rollback.pull}: ${next}.${warning}`;
}

export function rollbackFailed(track: Track, rollback: Rollback, why: Why): string {
  const left = mergedDependents(track, rollback.task).filter((id) => !rollback.tasks.includes(id));
  const next =
    why.outcome === "conflict" && left.length > 0
      ? `${taskIds(left)} changed the same files later; \`/rollback ${rollback.task} --with-dependents\` takes them along.`
      : `Comment \`/rollback ${rollback.task}\` to try again, or revert it by hand.`;
  return `The rollback of ${taskIds(rollback.tasks)} could not be made: ${describe(why)}. ${next}${output(why)}`;
}

export function mergeFailed(id: TaskId, failure: Failure, pull: number): string {
  if (failure.code === "head-moved") {
    return `#${pull} got a new commit while it was being merged, so the approval does not cover it. Look again, then \`/approve\` the new head.`;
  }
  if (failure.code === "conflict") {
    return `#${pull} conflicts ${reason(failure.text)}. Comment \`/retry ${id}\` to run ${id} again on top of it, or merge the track branch into the task's branch by hand and push.`;
  }
  return `#${pull} could not be merged: ${reason(failure.text)}. When that is settled, comment \`/approve\` again; \`/retry ${id}\` runs the task anew.`;
}

export function rollbackNotMerged(rollback: Rollback, failure: { text: string }): string {
  return `The rollback of ${taskIds(rollback.tasks)} could not be merged: ${reason(failure.text)}. When that is settled, comment \`/approve\` again; or close this pull request and comment \`/rollback ${rollback.task}\` to make it anew.`;
}

export function approvedChecksFail(id: TaskId, names: string[]): string {
  return `${id} is approved, but ${codeList(names)} ${names.length === 1 ? "fails" : "fail"}, so it is not merged. It is merged when ${names.length === 1 ? "that is" : "they are"} green; or push a fix to its branch, or comment \`/retry ${id}\`.`;
}

export function effectFailed(track: Track, effect: Effect, failure: Failure): string {
  if (effect.type === "open-pull") return pullNotOpened(track, effect.task, failure);
  return `gsd could not ${deeds[effect.type]}: ${reason(failure.text)}. ${afterFailure(effect)}`;
}

/** Off by default in new organisations. */
export const pullsSetting =
  "tick **Allow GitHub Actions to create and approve pull requests** under Settings → Actions → General → Workflow permissions (an organisation may have to allow it first, in its own settings)";

function pullNotOpened(track: Track, id: TaskId | undefined, failure: Failure): string {
  const head = id ? taskBranch.format({ issue: track.issue, task: id }) : trackBranch.format(track);
  const base = id ? trackBranch.format(track) : track.defaultBranch;
  const link = `[open it yourself](../compare/${base}...${head}?expand=1)`;
  const what = id ? `the pull request of ${id}` : "the plan's pull request";
  const next =
    failure.code === "pulls-forbidden"
      ? `Please ${pullsSetting}, or ${link}`
      : `When that is settled, or when you ${link.replace("open it", "have opened it")}`;
  return `gsd could not open ${what}: ${reason(failure.text)}. ${next}; then comment \`/resume\`. Nothing is lost: the work is on \`${head}\`, and the track is paused until then.`;
}

const deeds: Record<Effect["type"], string> = {
  react: "react to a comment",
  say: "comment",
  "start-track": "start the track",
  dispatch: "start a workflow run",
  "open-pull": "open a pull request",
  "merge-task": "merge a task",
  "merge-rollback": "merge a rollback",
  "tag-task": "tag the merge of a task",
  "show-health": "show in the plan how its base is",
  "close-pull": "close a pull request",
  "cancel-run": "stop a workflow run",
  "finish-track": "finish the track",
  "close-issue": "close this issue",
  "delete-branches": "delete the merged branches",
};

function afterFailure({ type }: Effect): string {
  if (type === "dispatch" || type === "finish-track") return "The track is paused; `/resume` tries again.";
  if (type === "start-track") return "When that is settled, comment `/plan` to start over.";
  return "It is not tried again: please do it by hand.";
}

export function pullClosedByHand(id: TaskId, pull: number, handsOff: boolean): string {
  const note = handsOff ? " once its branch, which has commits by people, is deleted," : "";
  return `#${pull} (${id}) was closed without a merge. Comment \`/retry ${id}\` to run it again${note} or \`/skip ${id}\` to go on without it.`;
}

export function mergedEarly(pull: number, ids: TaskId[]): string {
  return `#${pull} was merged before ${taskIds(ids)} ${ids.length === 1 ? "was" : "were"} done. What was still open is closed; its branches are kept. Open a new issue for what is left.`;
}

export function retargeted(id: TaskId, pull: PullFact, branch: string): string {
  return `#${pull.number} (${id}) points at \`${pull.base}\` now; gsd merges tasks into \`${branch}\` only. Set the base back, then comment \`/approve\` again.`;
}

export function pushedByPerson(id: TaskId, head: string, branch: string): string {
  return `Somebody pushed to \`${branch}\`, so gsd keeps its hands off it: ${id} stays as it is at \`${short(head)}\`, and is checked and reviewed again. An earlier approval does not cover it.`;
}

export function trackClosedByHand(pull: number): string {
  return `#${pull} was closed without a merge, so the track is cancelled. Its branches are kept. Comment \`/plan\` here to start over.`;
}

/** Reasons hold words of agents, commands and GitHub. */
export function describe(why: Why): string {
  return why.reason ? `\`${why.outcome}\` (${reason(why.reason)})` : `\`${why.outcome}\``;
}

function reason(text: string): string {
  return inline(cutText(text.split("\n")[0] ?? "", 2_000)).replace(/\.$/, "");
}

/** How a failure ends: with what it cost so far, where more is found, and the output that follows the first line of its reason. */
export function output({ reason, spent, run }: Why): string {
  const more = run ? ` More in [its run](../actions/runs/${run.id}).` : "";
  const cost = `${spent ? ` ${formatUsd(spent.usd)} spent on ${spent.on} so far.` : ""}${more}`;
  const rest = (reason ?? "").split("\n").slice(1).join("\n").trim();
  return rest === "" ? cost : `${cost}\n\n${codeBlock(cutText(rest, 3_000))}`;
}

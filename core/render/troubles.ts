import { baseBranch, taskBranch, trackBranch } from "../codec/branches.ts";
import type { TaskId } from "../model/ids.ts";
import type { Trouble } from "../model/notice.ts";
import { isQuick } from "../model/route.ts";
import type { Track } from "../model/track.ts";
import { code, inline } from "../text/foreign.ts";
import { baseBroken, baseUnchecked } from "./base.ts";
import { conflict, taskConflict } from "./conflict.ts";
import { effectFailed, pullsForbidden } from "./effect-failures.ts";
import { findingList } from "./finding.ts";
import { changesRequested } from "./objections.ts";
import { otherTasks } from "./other-tasks.ts";
import { permissionWords } from "./permissions.ts";
import { codeList, mention, pick, plural, short } from "./phrases.ts";
import { questionWords } from "./questions.ts";
import { rollbackConflict } from "./rollback-conflict.ts";
import { rollbackName, rollbackOf } from "./rollbacks.ts";
import { signalList } from "./signals.ts";
import { addBudget, aftermath, asSentence, because, firstLine } from "./why.ts";
import type { NoticeOf, Writers } from "./writers.ts";

/** What holds work up until a person acts or time passes. */
export const troubles: Writers<Trouble["type"]> = {
  "planning-failed": planningFailed,
  "model-waits": modelWaits,
  "budget-waits": budgetWaits,
  "task-failed": taskFailed,
  "review-failed": reviewFailed,
  blocked: blocked,
  "head-fails": ({ task, head, failing }, track) =>
    `The repository's own checks fail on ${task} at \`${short(head)}\`${failing.length > 0 ? `: ${codeList(failing)}` : ""}. Push a fix to its branch, or comment ${goOnWithout(track, task)}.`,
  "pull-closed": ({ task, pull, handsOff }, track) => {
    const first = handsOff ? " (delete its branch first: it has commits by people)" : "";
    return `#${pull} (${task}) was closed without a merge. Comment \`/retry ${task}\` to run it again${first}, or ${goOnWithout(track, task)}.`;
  },
  retargeted: ({ task, pull, base }, track) =>
    `#${pull} (${task}) now points at ${code(base)}, but it belongs to \`${baseBranch(track)}\`. Set the base back${isQuick(track) ? "." : ", then comment `/approve` again."}${isQuick(track) ? " Or comment `/cancel` to end this." : ""}`,
  "rolled-back": ({ task }, track) =>
    `${task} was rolled back. Comment \`/retry ${task}\` to run it again, or ${goOnWithout(track, task)}.`,
  "merge-failed": mergeFailed,
  "task-conflict": taskConflict,
  "checks-hold": checksHold,
  "changes-requested": changesRequested,
  "verification-failed": verificationFailed,
  "keeps-moving": ({ times }, track) =>
    `\`${trackBranch.format(track)}\` changed more than ${times} times after it was verified, so gsd does not verify it by itself any more. Comment \`/resume\` to verify it as it is now.`,
  conflict,
  "rollback-failed": rollbackFailed,
  "rollback-conflict": rollbackConflict,
  "rollback-not-merged": ({ task, attempt, failure }, track) =>
    `The ${rollbackName(rollbackOf(track, { task, attempt }))} was not merged: ${asSentence(firstLine(failure.text))} Once that is fixed, comment \`/approve\` again; or close this pull request and comment \`/rollback ${task}\` for a new one.`,
  "rollback-checks-fail": ({ task, names }) =>
    `The rollback of ${task} is approved, but ${codeList(names)} ${fails(names)}, so it is not merged. It is merged once ${names.length === 1 ? "that is" : "they are"} green. Push a fix to its branch, or close its pull request.`,
  "base-broken": ({ result }, track) => baseBroken(track, result),
  "base-unchecked": ({ why }, track) => baseUnchecked(track, why),
  "effect-failed": effectFailed,
  "pulls-forbidden": pullsForbidden,
  "report-failed": reportFailed,
  "permission-asked": permissionWords["permission-asked"],
  "questions-asked": questionWords["questions-asked"],
  "stub-outdated": ({ text }) =>
    `gsd's workflow file in this repository is out of date: ${asSentence(firstLine(text))} Update \`.github/workflows/gsd.yml\` to that of the newest release (see docs/install.md), then comment \`/resume\`.`,
};

/** A trouble that stays with something, in words. */
export function renderTrouble(trouble: Trouble, track: Track): string {
  // Each type has its own function, so this one takes this trouble.
  const write = troubles[trouble.type] as (trouble: Trouble, track: Track) => string;
  return write(trouble, track);
}

/** What people can do who do not want a task any more. */
function goOnWithout(track: Track, task: TaskId): string {
  return isQuick(track) ? "`/cancel` to end this" : `\`/skip ${task}\` to go on without it`;
}

function fails(names: readonly string[]): string {
  return pick(names.length, "fails", "fail");
}

function planningFailed({ why }: NoticeOf<"planning-failed">): string {
  if (why.outcome === "text-changed") {
    return "The issue's text changed after the plan was asked for, so planning stopped: nobody approved the new text for agents to read. Comment `/plan` to plan from the text as it is now.";
  }
  const next =
    why.outcome === "budget" ? `${addBudget}.` : "Once the cause is fixed, comment `/plan` to start over.";
  return `Planning stopped: ${because(why)} ${next}${aftermath(why)}`;
}

/** Where no event comes first, the scheduled run goes on. */
function modelWaits({ until, why }: NoticeOf<"model-waits">): string {
  const time = inline(`${until.slice(0, 10)} ${until.slice(11, 16)} UTC`);
  return `Waiting for the model: ${because(why)} Work continues by itself after ${time}, with the next event or scheduled run.`;
}

function budgetWaits({ whose, task }: NoticeOf<"budget-waits">): string {
  const budgets = { task: "its budget", track: "the track's budget", day: "today's budget" };
  return `${task ?? "The next job"} waits: the rest of ${budgets[whose]} is set aside for jobs that are running. It starts by itself when they are done. ${addBudget}, or raise \`budget.${whose}\` in \`.github/gsd.yml\`.`;
}

function taskFailed(notice: NoticeOf<"task-failed">, track: Track): string {
  const { task, why, attempts, kept } = notice;
  const branch = taskBranch.format({ issue: track.issue, task });
  const work = kept ? ` Its work so far is kept on \`${branch}\` (\`${short(kept)}\`).` : "";
  const again = kept
    ? `Comment \`/retry ${task}\` to continue from there (\`/retry ${task} --fresh\` starts over)`
    : `Comment \`/retry ${task}\` to try again`;
  const next = why.outcome === "budget" ? addBudget : again;
  return `${task} failed after ${plural(attempts, "attempt")}: ${because(why)}${work} ${next}, or ${goOnWithout(track, task)}.${better(notice)}${otherTasks(track, task)}${aftermath(why)}`;
}

/** Somebody is paid for that, so people hear of it at once. */
function better({ task, rebase }: NoticeOf<"task-failed">): string {
  return rebase
    ? ` Meanwhile gsd reads what went wrong and proposes a better version of ${task}; it runs only if you approve it.`
    : "";
}

function reviewFailed({ task, why, missing }: NoticeOf<"review-failed">, track: Track): string {
  const who = missing.length > 0 ? ` from ${codeList(missing)}` : "";
  const again = why.outcome === "budget" ? addBudget : `Comment \`/review ${task}\` to try again`;
  return `${task} is not fully reviewed. There is no review${who}: ${because(why)} ${again}. Or review it yourself and merge it with GitHub's button, or comment \`/retry ${task}\` to run the task again or ${goOnWithout(track, task)}.${aftermath(why)}`;
}

function blocked({ task, findings, signals = [], handsOff }: NoticeOf<"blocked">, track: Track): string {
  const branch = taskBranch.format({ issue: track.issue, task });
  const push = `Push a fix to \`${branch}\``;
  const right = findings.length > 0 ? "If the review is wrong" : "If that is meant to be so";
  const over = isQuick(track)
    ? `${right}, merge it with GitHub's button.`
    : `${right}, comment \`/approve --over\` on its pull request.`;
  const next = handsOff
    ? `${push}; gsd reviews it again. ${over}`
    : `${push}, or comment \`/retry ${task}\` to run the task again or ${goOnWithout(track, task)}. ${over}`;
  const parts = [
    signals.length > 0
      ? `${task} does not merge by itself. gsd compared it with its base and found:\n\n${signalList(signals)}`
      : "",
    findings.length > 0
      ? `${task} still has ${plural(findings.length, "blocker")}:\n\n${findingList(findings)}`
      : "",
    next,
  ];
  return parts.filter(Boolean).join("\n\n");
}

function mergeFailed({ task, pull, failure }: NoticeOf<"merge-failed">, track: Track): string {
  if (failure.code === "head-moved") {
    return `#${pull} got a new commit while it was being merged, and the approval does not cover it. Look at it again, then comment \`/approve\`.`;
  }
  if (failure.code === "conflict")
    return taskConflict({ type: "task-conflict", task, pull, files: [], after: [] }, track);
  return `#${pull} was not merged: ${asSentence(firstLine(failure.text))} Once that is fixed, comment \`/approve\` again. \`/retry ${task}\` runs the task again instead.`;
}

function checksHold({ task, state, names }: NoticeOf<"checks-hold">): string {
  if (state === "waiting") return waitsForPerson(task, names);
  return `${task} is approved, but ${codeList(names)} ${fails(names)}, so it is not merged. It is merged once ${names.length === 1 ? "that is" : "they are"} green. Push a fix to its branch, or comment \`/retry ${task}\`.`;
}

/** GitHub holds back the workflows of pull requests that a bot opened. */
export function waitsForPerson(what: string, names: string[]): string {
  const one = names.length === 1;
  return `${codeList(names)} ${one ? "waits" : "wait"} for a person (GitHub asks for that on pull requests by bots): press **Approve and run workflows** below. ${what} is merged once ${one ? "it is" : "they are"} green.`;
}

function verificationFailed({ why }: NoticeOf<"verification-failed">, track: Track): string {
  if (why.outcome === "budget") {
    return `Verification stopped: ${because(why)} ${addBudget}.${aftermath(why)}`;
  }
  const gaps =
    track.verification.unmet === undefined
      ? ""
      : "Comment `/plan --gaps` to have tasks planned for what is not met; they come as an edit of the plan, for you to approve. Or do it yourself: ";
  return `The track did not pass verification: ${because(why)}\n\n${gaps}${gaps ? "merge" : "Merge"} a fix into \`${trackBranch.format(track)}\` and comment \`/resume\` to verify again. Or undo the task at fault with \`/rollback\` and run it again with \`/retry\`.${aftermath(why)}`;
}

function rollbackFailed({ task, attempt, why }: NoticeOf<"rollback-failed">, track: Track): string {
  const rollback = rollbackOf(track, { task, attempt });
  const again = rollback.undoes === undefined ? `/rollback ${task}` : `/rollback ${task} --undo`;
  return `The ${rollbackName(rollback)} failed: ${because(why)} Comment \`${again}\` to try again, or revert it by hand.${aftermath(why)}`;
}

function reportFailed({ report, why }: NoticeOf<"report-failed">, track: Track): string {
  const asked = track.reports.find(({ number }) => number === report);
  const what = asked ? `${mention(asked.by)}, your report (${code(asked.recipe)})` : `Report ${report}`;
  const again = asked ? `Ask again with ${code(`/run ${asked.recipe}`)}` : "Ask again with `/run`";
  const next = why.outcome === "budget" ? addBudget : again;
  return `${what} failed: ${because(why)} ${next}.${aftermath(why)}`;
}

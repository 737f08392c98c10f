import type { Answer } from "../model/notice.ts";
import { type Track, taskEntries } from "../model/track.ts";
import { formatUsd, withExtra } from "../select/budget.ts";
import { code } from "../text/foreign.ts";
import { type TrackView, viewTrack } from "../view/view-track.ts";
import { approvalCounted } from "./access.ts";
import { nextForBase } from "./base.ts";
import { upToDate } from "./conflict.ts";
import { renderNextStep } from "./next-step.ts";
import { approvalHeld, approvedOver } from "./objections.ts";
import { permissionWords } from "./permissions.ts";
import { codeList, few, list, phaseWords, pick, plural, short, statusWords, taskIds } from "./phrases.ts";
import { planAmended } from "./plan-edits.ts";
import { waitsForPerson } from "./troubles.ts";
import { renderWarnings } from "./warnings.ts";
import type { NoticeOf, Writers } from "./writers.ts";

/** Answers to commands that were accepted and whose effect does not speak for itself. */
export const answers: Writers<Answer["type"]> = {
  status: (_, track) => status(track),
  "approval-waits": approvalWaits,
  "approval-waits-for-tasks": waitsForTasks,
  "approval-held": approvalHeld,
  "approval-counted": approvalCounted,
  "approved-over": approvedOver,
  "approved-while-paused": (_, track) =>
    track.closed
      ? "Approved. The issue is closed, so nothing starts or is merged until you reopen it."
      : "Approved. The track is paused, so nothing starts or is merged until you comment `/resume`.",
  "approved-while-unwell": (_, track) =>
    track.health?.trouble
      ? `Approved. Tasks start once the base is fixed: ${nextForBase(track.pull)}`
      : "Approved. The repository's own commands are still running on the base. Tasks start once they pass.",
  "up-to-date": upToDate,
  "update-waits": () => "The track is paused, so the update starts when you comment `/resume`.",
  skipped: skipped,
  "budget-added": budgetAdded,
  paused: ({ running }) => {
    const jobs = running > 0 ? ` ${plural(running, "running job")} may finish.` : "";
    return `Paused: nothing new starts and nothing is merged.${jobs} Comment \`/resume\` to go on.`;
  },
  "rollback-waits": ({ task = "the track" }) =>
    `The track is paused, so the rollback of ${task} starts when you comment \`/resume\`.`,
  cancelled: ({ runs }, track) => {
    const stopped = runs > 0 ? ` gsd is stopping ${plural(runs, "run")}.` : "";
    return `Cancelled.${stopped} gsd closes its pull requests and deletes none of its branches. Comment \`/resume\` to bring it back as it was, or \`/plan\` on #${track.issue} to start over.`;
  },
  revived,
  "plan-amended": planAmended,
  "rebase-asked": ({ task, split }) =>
    split
      ? `gsd looks how ${task} can be split. What it finds comes as an edit of BACKLOG.yaml, and counts once you comment \`/approve\`.`
      : `gsd looks for a better version of ${task}. What it finds comes as an edit of BACKLOG.yaml, and counts once you comment \`/approve\`.`,
  "gaps-planned": ({ criteria }) =>
    `gsd plans tasks for what verification found missing: ${list(few(criteria.map(code)))}. They come as an edit of BACKLOG.yaml, and count once you comment \`/approve\`.`,
  "words-heard": wordsHeard,
  "permission-decided": permissionWords["permission-decided"],
  "review-asked": ({ task }) => `${task} is being reviewed again. The result appears on its pull request.`,
};

function status(track: Track): string {
  const view = viewTrack(track);
  const counts = new Map<string, number>();
  for (const task of view.tasks) {
    const word = statusWords[task.status];
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const tasks = [...counts].map(([word, count]) => `${count} ${word}`);
  const how = tasks.length > 0 ? `${plural(view.tasks.length, "task")}: ${list(tasks)}.` : "No tasks yet.";
  const phase = view.conflict ? "in conflict with the default branch" : phaseWords[view.phase];
  const first = `This track is **${view.paused ? "paused" : phase}**. ${how}`;
  const parts = [
    first,
    `**Next:** ${renderNextStep(view.next)}`,
    checkpointWords(view),
    ...renderWarnings(view.warnings, track),
  ];
  return parts.filter(Boolean).join("\n\n");
}

/** What can be taken back, and what of that can be brought back. */
function checkpointWords({ checkpoints, rollbacks }: TrackView): string {
  const names = checkpoints.map(
    ({ task, sha, tag }) => `${task} \`${short(sha)}\`${tag ? ` (\`${tag}\`)` : ""}`,
  );
  const [first] = checkpoints;
  const merged = first
    ? `Checkpoints: ${list(few(names, 30))}. \`/rollback ${first.task}\` takes ${first.task} back.`
    : "";
  const last = rollbacks.findLast(({ status, isUndone, undoes }) => {
    return status === "completed" && undoes === undefined && !isUndone;
  });
  const back = last
    ? `Rolled back: ${taskIds(last.tasks)}. \`/rollback --undo\` brings ${pick(last.tasks.length, "it", "them")} back.`
    : "";
  return [merged, back].filter(Boolean).join(" ");
}

function wordsHeard({ task, count, cut, left }: NoticeOf<"words-heard">, track: Track): string {
  const known = task === undefined ? undefined : track.tasks[task];
  const where = known?.onHead && known.proposal ? `, on top of \`${short(known.proposal.head)}\`` : "";
  const remarks = plural(count, "remark");
  const what =
    task === undefined
      ? `gsd is writing the plan again, with ${remarks} by people with write access. What nobody mentioned stays as it is. gsd will say here what is different, and answer each open discussion.${track.plan.approved ? " What runs goes on as it was approved; no other task starts meanwhile." : ""}`
      : `gsd is working on ${task} again${where}, with ${remarks} by people with write access. Its review will say what was done about each.`;
  const cuts = [
    cut > 0 ? `${plural(cut, "long remark")} ${pick(cut, "was", "were")} cut.` : "",
    left > 0
      ? `${plural(left, "more remark")} did not fit: resolve what is done, then comment \`/revise${task ? ` ${task}` : ""}\` again.`
      : "",
  ];
  return [what, ...cuts].filter(Boolean).join(" ");
}

function approvalWaits({ task, rollback, state, names }: NoticeOf<"approval-waits">): string {
  const what = rollback ? `The rollback of ${rollback}` : (task ?? "It");
  if (state === "waiting") return `Approved. ${waitsForPerson(what, names)}`;
  return `Approved. ${what} is merged once ${codeList(names)} ${pick(names.length, "is", "are")} green.`;
}

/** Tasks that it builds on were rolled back after it had started. */
function waitsForTasks({ task, tasks }: NoticeOf<"approval-waits-for-tasks">, track: Track): string {
  const missing = `${task} builds on ${taskIds(tasks)}, which ${pick(tasks.length, "is", "are")} not in the track any more`;
  const [stuck] = tasks.filter((id) => track.tasks[id]?.status === "needs_input");
  const next = stuck
    ? `Comment \`/retry ${stuck}\` to run ${stuck} again, or \`/skip ${stuck}\` to merge without it.`
    : `It is merged once ${pick(tasks.length, "that is", "those are")} merged again; \`/status\` says how far that is.`;
  return `Approved, but not merged yet: ${missing}. ${next}`;
}

function revived({ pulls }: NoticeOf<"revived">, track: Track): string {
  const numbers = list(few(pulls.map((pull) => `#${pull}`)));
  const reopening = pulls.length > 0 ? ` gsd is reopening ${numbers}.` : "";
  const merged = taskEntries(track).filter(([, { status }]) => status === "completed").length;
  const kept =
    merged > 0 ? ` ${plural(merged, "merged task")} ${pick(merged, "is", "are")} still in it.` : "";
  return `The track is back where it was.${reopening}${kept} \`/status\` says what comes next.`;
}

function skipped({ task }: NoticeOf<"skipped">, track: Track): string {
  const dependents = taskEntries(track)
    .filter(([, { dependsOn, status }]) => dependsOn.includes(task) && status === "pending")
    .map(([id]) => id);
  const note = dependents.length > 0 ? ` ${taskIds(dependents)} will run without it.` : "";
  return `${task} is skipped.${note} Comment \`/retry ${task}\` to bring it back.`;
}

function budgetAdded({ usd, resumed }: NoticeOf<"budget-added">, track: Track): string {
  const goOn =
    resumed.length > 0 ? ` ${taskIds(resumed)} ${pick(resumed.length, "continues", "continue")}.` : "";
  const limit = withExtra(track.config.budget, track.extraUsd).track;
  return `Added ${formatUsd(usd)}. The track may now spend ${formatUsd(limit)} and has spent ${formatUsd(track.usd)}.${goOn}`;
}

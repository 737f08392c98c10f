import { trackBranch } from "../codec/branches.ts";
import { planPath } from "../codec/paths.ts";
import { isBehind } from "../jobs/mergeable.ts";
import { isOpen, type Track } from "../model/track.ts";
import { formatUsd } from "../select/budget.ts";
import { cell } from "../text/foreign.ts";
import type { TaskRow } from "../view/task-rows.ts";
import { type TrackView, viewTrack } from "../view/view-track.ts";
import { uncheckedLine, unreviewedLine } from "./health.ts";
import { renderNextStep } from "./next-step.ts";
import { entry, fitLines, pick, plural, short, statusWords, taskIds, theProblems } from "./phrases.ts";
import { aboutMinutes, aboutTokens, aboutUsd } from "./plan-cost.ts";
import { previewLine } from "./preview.ts";
import { doer } from "./provenance.ts";

/** Where a track's pull request stands, and whether its plan is history. */
export function trackState(track: Track): { text: string; folds: boolean } {
  const view = viewTrack(track);
  const isEdited = track.plan.proposed?.byPeople === true;
  if (view.plan.type !== "approved") return { text: unapproved(track, view, isEdited), folds: isEdited };
  const parts = [
    headline(view),
    ...notDone(track),
    moved(track),
    preview(track),
    next(view),
    table(view),
    verified(track),
  ];
  return { text: parts.filter(Boolean).join("\n\n"), folds: true };
}

/** What the plan's pull request says when it is opened: what to type; `problems` counts what keeps the plan from being approved. */
export function planIsProposed(track: Track, tree: string | undefined, problems = 0): string {
  const folder = `\`${planPath.folder(track)}/\``;
  const others = [
    "Comment `/revise make T02 smaller`, in your own words, to have it planned again with them and with all open review comments. What needs no change stays.",
    "Comment `/cancel` to drop the plan; `/resume` brings it back.",
  ];
  if (problems > 0)
    return `**Next:** fix ${theProblems(problems)} that ${pick(problems, "keeps", "keep")} this plan from being approved, in ${folder} on this branch. Nothing runs before you approve it.\n\n${["Then comment `/approve`.", ...others].map(entry).join("\n")}`;
  const ready = tree ? ` The plan is ready at \`${short(tree)}\`.` : "";
  const lines = [
    "Comment `/approve` to start. Each task becomes a pull request into this branch. Once all are merged and verified, this one leaves draft. Merging it closes the issue.",
    `To change something yourself, edit the files in ${folder} on this branch like code, then comment \`/approve\`. \`BACKLOG.yaml\` holds the tasks.`,
    ...others,
  ];
  return `**Next:** read the plan. Nothing runs before you approve it.${ready}\n\n${lines.map(entry).join("\n")}`;
}

function unapproved(track: Track, view: TrackView, isEdited: boolean): string {
  const { tree, problems } = track.plan.proposed ?? {};
  const isProposed = view.phase === "proposed" && !view.paused && !track.health?.trouble;
  const over = view.phase === "cancelled" ? "**Cancelled** before the plan was approved." : "";
  const parts = isProposed ? [planIsProposed(track, tree, problems)] : [over, next(view)];
  if (isEdited)
    parts.push("The plan was edited since gsd wrote it: its files count, not what is folded below.");
  return parts.filter(Boolean).join("\n\n");
}

/** Counts merges only: how the other tasks are changes often, and the progress comment says it. */
function headline(view: TrackView): string {
  const { phase, progress, issue } = view;
  const merged = `${progress.done} of ${plural(progress.tasks, "task")} ${pick(progress.done, "is", "are")} merged into this branch`;
  switch (phase) {
    case "ready":
      return `${all(view)} for #${issue} ${pick(progress.done, "is", "are")} merged into this branch and verified.${leftOut(view)} The plan is archived with its summary and verification.`;
    case "merged":
      return `**Merged.** ${merged}.${leftOut(view)}`;
    case "cancelled":
    case "failed":
      return `**${phase === "cancelled" ? "Cancelled" : "Stopped"}.** ${merged}, and nothing more happens here.`;
    case "verifying":
      return view.conflict
        ? `${merged}, which conflicts with the default branch.`
        : `${merged}, and the whole is being verified.`;
    default:
      return `${merged}. The progress comment in #${issue} says how the others are.`;
  }
}

/** Where people can look at all of it, while it is not merged. */
function preview(track: Track): string {
  if (!isOpen(track)) return "";
  const { config, issue, pull } = track;
  return previewLine(config, { branch: trackBranch.format(track), issue, pull });
}

/** What "verified" does not say: where there are no commands, the verifier's word is all there is. */
function notDone(track: Track): string[] {
  if (track.phase !== "ready" && track.phase !== "merged") return [];
  const unchecked = track.verification.checks === "none" ? uncheckedLine() : "";
  return [unchecked, unreviewedLine(track)];
}

/** It was ready, and is not any more: its branch changed, or a task is due again. */
function moved(track: Track): string {
  const { phase, archived, head } = track;
  const isDue = phase === "executing" || phase === "verifying";
  if (archived === undefined || !isDue) return "";
  if (isBehind(track)) return "This branch was verified before it conflicted.";
  const which = head === undefined ? "What is there now" : `Its head \`${short(head)}\``;
  return `This branch was verified, and changed after that. ${which} is not verified.`;
}

function all({ progress, tasks }: TrackView): string {
  if (progress.done < tasks.length) return plural(progress.done, "task");
  return progress.done === 1 ? "The one task" : `All ${progress.done} tasks`;
}

function leftOut({ tasks }: TrackView): string {
  const left = tasks.filter(({ status }) => status !== "completed").map(({ id }) => id);
  return left.length === 0 ? "" : ` ${taskIds(left)} ${pick(left.length, "is", "are")} left out.`;
}

/** What a person should do, where that is not a matter of a moment. */
function next(view: TrackView): string {
  const { type } = view.next;
  if (type === "review" || type === "wait" || type === "nothing") return "";
  if (view.phase === "ready" && type === "merge" && view.next.rollbacks.length === 0) {
    return "**Next:** review and merge.";
  }
  return `**Next:** ${renderNextStep(view.next)}`;
}

function table({ tasks }: TrackView): string {
  const estimated = tasks.some(({ estimate }) => estimate !== undefined);
  const row = (task: TaskRow) => {
    const pull = task.status === "completed" && task.pull ? `#${task.pull}` : "–";
    const cells = [task.id, cell(task.title), fate(task), pull];
    return `| ${(estimated ? [...cells, took(task)] : cells).join(" | ")} |`;
  };
  const more = (count: number) =>
    `| | and ${plural(count, "more task")}, all in BACKLOG.yaml | | |${estimated ? " |" : ""}`;
  const rows = fitLines(tasks, row, { maxBytes: 25_000, more });
  const head = estimated ? "| | Task | | Pull request | Took (estimated) |" : "| | Task | | Pull request |";
  return [head, `|---|---|---|---|${estimated ? "---|" : ""}`, ...rows].join("\n");
}

/** What a merged task took, with what its plan said. */
function took({ status, estimate, usd, tokens, minutes }: TaskRow): string {
  if (status !== "completed") return "–";
  const parts = [
    [aboutUsd(usd), estimate && aboutUsd(estimate.usd)],
    [`${aboutTokens(tokens)} tokens`, estimate && aboutTokens(estimate.tokens)],
    [`${aboutMinutes(minutes)} min`, estimate && aboutMinutes(estimate.minutes)],
  ];
  return parts.map(([actual, expected]) => (expected ? `${actual} (${expected})` : actual)).join(", ");
}

/** Only what stays: a task that runs or is in review is not merged yet. */
function fate({ status }: TaskRow): string {
  if (status === "completed") return "✅ merged";
  const stays = status === "skipped" || status === "rolled_back" || status === "failed";
  return stays ? statusWords[status] : "not merged";
}

/** Who verified it, and what the whole track cost. */
function verified({ phase, verification: { by, outcome }, usd }: Track): string {
  if (phase !== "ready" && phase !== "merged") return "";
  const words = [
    by && outcome === "done" ? `verified by ${doer(by)}${by.usd ? ` for ${formatUsd(by.usd)}` : ""}` : "",
    usd > 0 ? `${formatUsd(usd)} spent on the track` : "",
  ].filter(Boolean);
  return words.length > 0 ? `<sub>${words.join(" · ")}</sub>` : "";
}

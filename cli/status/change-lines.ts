import type { Track } from "../../core/model/track.ts";
import { renderNextStep } from "../../core/render/next-step.ts";
import { statusWords } from "../../core/render/phrases.ts";
import { trackHeadline } from "../../core/render/status-summary.ts";
import { renderWarnings } from "../../core/render/warnings.ts";
import type { TaskRow } from "../../core/view/task-rows.ts";
import { type TrackView, viewTrack } from "../../core/view/view-track.ts";
import { plainWords } from "../plain-words.ts";
import { printable } from "../printable.ts";

/** What became different in a track between two looks, one line each. A track that nobody has seen yet is told as it is. */
export function changeLines(before: Track | undefined, after: Track): string[] {
  const [old, now] = [before && viewTrack(before), viewTrack(after)];
  const told = new Set(before ? warningLines(before) : []);
  const lines = [
    ...headLine(old, now),
    ...taskLines(old, now),
    ...warningLines(after).filter((line) => !told.has(line)),
    ...nextLine(old, now),
  ];
  return lines.map((line) => `#${now.issue} ${printable(line)}`);
}

function headLine(old: TrackView | undefined, now: TrackView): string[] {
  if (!old) return [`${now.title}: ${trackHeadline(now)}`];
  return withoutCost(old) === withoutCost(now) ? [] : [trackHeadline(now)];
}

/** What it has cost alone is no news. */
function withoutCost(view: TrackView): string {
  return trackHeadline({ ...view, money: { ...view.money, usd: 0 } });
}

/** Of a track that nobody has seen yet, tasks that have not begun are no news. */
function taskLines(old: TrackView | undefined, now: TrackView): string[] {
  const known = new Map(old?.tasks.map((task) => [task.id, taskWords(task)]));
  return now.tasks.flatMap((task) => {
    const words = taskWords(task);
    const isQuiet = old ? known.get(task.id) === words : task.status === "pending";
    return isQuiet ? [] : [`${task.id} ${task.title}: ${words}`];
  });
}

function taskWords({ status, running, attempt, pull, checks, review }: TaskRow): string {
  const words = [
    statusWords[status],
    status === "in_progress" && attempt > 1 ? `attempt ${attempt}` : "",
    running?.run === undefined ? "" : `run ${running.run}`,
    pull === undefined ? "" : `#${pull}`,
    checks === "failed" ? "checks failed" : "",
    review === "blocked" ? "review blocks" : "",
  ];
  return words.filter(Boolean).join(", ");
}

function warningLines(track: Track): string[] {
  const texts = renderWarnings(viewTrack(track).warnings, track, { short: true });
  return texts.map((text) => `Warning: ${plainWords(text)}`);
}

function nextLine(old: TrackView | undefined, now: TrackView): string[] {
  const next = renderNextStep(now.next);
  return old && renderNextStep(old.next) === next ? [] : [`Next: ${plainWords(next)}`];
}

import { renderNextStep } from "../../core/render/next-step.ts";
import { statusWords } from "../../core/render/phrases.ts";
import { trackHeadline } from "../../core/render/status-summary.ts";
import type { TaskRow } from "../../core/view/task-rows.ts";
import type { TrackView } from "../../core/view/view-track.ts";
import { plainWords } from "../plain-words.ts";

/** What a person would see that is different, one line each; of a track that is new, how it is. */
export function changesBetween(before: readonly TrackView[], after: readonly TrackView[]): string[] {
  const known = new Map(before.map((view) => [view.issue, view]));
  const left = before.filter(({ issue }) => !after.some((view) => view.issue === issue));
  return [
    ...after.flatMap((view) =>
      changesOf(known.get(view.issue), view).map((line) => `#${view.issue} ${line}`),
    ),
    ...left.map(({ issue }) => `#${issue} is not among the open tracks any more`),
  ];
}

function changesOf(before: TrackView | undefined, after: TrackView): string[] {
  const tasks = after.tasks.flatMap((task) => taskChange(before, task) ?? []);
  const [first, now] = [before && trackHeadline(before), trackHeadline(after)];
  const [last, next] = [before && nextOf(before), nextOf(after)];
  return [
    ...(before ? [] : [after.title]),
    ...tasks,
    ...(first === now ? [] : [now]),
    ...(last === next ? [] : [`Next: ${next}`]),
  ];
}

function taskChange(before: TrackView | undefined, task: TaskRow): string | undefined {
  const known = before?.tasks.find(({ id }) => id === task.id);
  const words = wordsOf(task);
  if (known && wordsOf(known) === words) return undefined;
  // A plan that is new has many tasks, and all of them wait.
  if (!known && task.status === "pending") return undefined;
  return `${task.id} ${task.title}: ${words}`;
}

function wordsOf({ status, pull, run, running }: TaskRow): string {
  const where = [pull ? `#${pull}` : "", running && run ? `run ${run}` : ""].filter(Boolean).join(", ");
  return where === "" ? statusWords[status] : `${statusWords[status]} (${where})`;
}

function nextOf({ next }: TrackView): string {
  return plainWords(renderNextStep(next));
}

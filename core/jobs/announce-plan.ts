import type { TaskId } from "../model/ids.ts";
import { mostShown, type Plan, type Track } from "../model/track.ts";

type Shown = NonNullable<Plan["shown"]>[number];

/** The plan's files as people are told of them now; what they were told before is remembered. */
export function announcePlan(track: Track, proposed: NonNullable<Plan["proposed"]>): void {
  const { proposed: before } = track.plan;
  track.plan = { ...track.plan, proposed };
  if (before) remember(track, before);
}

/** The same for an edit of the plan after its approval. */
export function announceEdit(track: Track, edited: NonNullable<Plan["edited"]>): void {
  const { edited: before } = track.plan;
  track.plan = { ...track.plan, edited };
  if (before) remember(track, before);
}

/** The tasks that wait for what becomes of an edit of the plan; what was skipped waits for nothing. */
export function heldByEdit({ plan, tasks }: Pick<Track, "plan" | "tasks">): TaskId[] {
  return (plan.edited?.tasks ?? []).filter((id) => tasks[id]?.status !== "skipped");
}

function remember({ plan }: Track, { tree, at }: Shown): void {
  plan.shown = [...(plan.shown ?? []), { tree, at }].slice(-mostShown);
}

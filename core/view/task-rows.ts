import type { TaskId } from "../model/ids.ts";
import type { Proposal, TaskStatus, TrackTask } from "../model/task.ts";
import { type Track, taskEntries } from "../model/track.ts";

/** One task, as every face shows it. */
export interface TaskRow {
  id: TaskId;
  title: string;
  status: TaskStatus;
  after: TaskId[];
  pull: number | undefined;
  /** `none`: there are no commands to check it with. `unknown`: they have not run. */
  checks: NonNullable<Proposal["checks"]> | "unknown";
  /** `missing`: a reviewer gave no review. `unknown`: nobody has looked at this head. */
  review: "ok" | "blocked" | "missing" | "unknown";
  usd: number;
}

/** A row for each task, in the order of the plan. */
export function taskRows(track: Pick<Track, "tasks">): TaskRow[] {
  return taskEntries(track).map(([id, task]) => ({
    id,
    title: task.title,
    status: task.status,
    after: task.dependsOn,
    pull: task.proposal?.pull,
    checks: task.proposal?.checks ?? "unknown",
    review: reviewOf(task),
    usd: task.usd,
  }));
}

function reviewOf({ proposal, trouble }: TrackTask): TaskRow["review"] {
  if (proposal?.findings.some(({ severity }) => severity === "blocker")) return "blocked";
  if (trouble?.type === "review-failed") return "missing";
  return proposal?.readyAt ? "ok" : "unknown";
}

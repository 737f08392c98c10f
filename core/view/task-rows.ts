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
  /** `missing`: a reviewer gave no review. `overruled`: somebody approved this head in spite of objections. `unknown`: nobody has looked at this head. */
  review: "ok" | "blocked" | "missing" | "overruled" | "unknown";
  usd: number;
}

/** A row for each task, in the order of the plan. */
export function taskRows(track: Pick<Track, "tasks" | "overruled">): TaskRow[] {
  return taskEntries(track).map(([id, task]) => ({
    id,
    title: task.title,
    status: task.status,
    after: task.dependsOn,
    pull: task.proposal?.pull,
    checks: task.proposal?.checks ?? "unknown",
    review: isOverruled(track, task) ? "overruled" : reviewOf(task),
    usd: task.usd,
  }));
}

function isOverruled({ overruled = [] }: Pick<Track, "overruled">, { proposal }: TrackTask): boolean {
  return overruled.some(({ pull, sha }) => pull === proposal?.pull && sha === proposal.head);
}

function reviewOf({ proposal, trouble }: TrackTask): TaskRow["review"] {
  if (proposal?.findings.some(({ severity }) => severity === "blocker")) return "blocked";
  if (trouble?.type === "review-failed") return "missing";
  return proposal?.readyAt ? "ok" : "unknown";
}

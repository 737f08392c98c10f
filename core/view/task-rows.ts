import { lastRows, minutesByTask } from "../jobs/past-tasks.ts";
import type { Estimate } from "../model/estimate.ts";
import type { TaskId } from "../model/ids.ts";
import type { Proposal, TaskStatus, TrackTask } from "../model/task.ts";
import { isOpen, type Track, taskEntries } from "../model/track.ts";
import { type RunningJob, viewJob } from "./view-job.ts";

/** How a task is shown: its own status, or what became of it when the track went on or ended without it. */
export type ShownStatus = TaskStatus | "rolled_back" | "stopped" | "not_started";

/** One task, as every face shows it. */
export interface TaskRow {
  id: TaskId;
  title: string;
  status: ShownStatus;
  after: TaskId[];
  pull: number | undefined;
  /** What works on it now; of several, the newest. */
  running: RunningJob | undefined;
  /** The run that works on it, or worked on it last. */
  run: number | undefined;
  /** How often it was sent out. */
  attempt: number;
  /** The engine that worked on it last. */
  engine: string | undefined;
  /** `none`: there are no commands to check it with. `unknown`: they have not run. */
  checks: NonNullable<Proposal["checks"]> | "unknown";
  /**
   * `missing`: a reviewer gave no review. `overruled`: somebody approved this head in spite of objections. `none`: there
   * is no reviewer. `unknown`: nobody has looked at this head.
   */
  review: "ok" | "blocked" | "missing" | "overruled" | "none" | "unknown";
  /** How many things code alone saw that a person should look at. */
  signals: number;
  /** What it has taken so far, and what its plan said that it would. */
  usd: number;
  tokens: number;
  minutes: number;
  estimate: Estimate | undefined;
}

/** A row for each task, in the order of the plan. */
export function taskRows(
  track: Pick<Track, "issue" | "tasks" | "overruled" | "phase" | "config" | "history" | "jobs">,
): TaskRow[] {
  const minutes = minutesByTask(track);
  const running = new Map(track.jobs.map((job) => [job.task, viewJob(job)]));
  const last = lastRows(track);
  return taskEntries(track).map(([id, task]) => ({
    id,
    title: task.title,
    status: shownStatus(track, task),
    after: task.dependsOn,
    pull: task.proposal?.pull,
    running: running.get(id),
    run: running.get(id)?.run ?? last.get(id)?.run,
    attempt: task.runs,
    engine: last.get(id)?.by,
    checks: task.proposal?.checks ?? "unknown",
    review: isOverruled(track, task) ? "overruled" : reviewOf(task, track.config.reviewers),
    signals: task.proposal?.signals?.length ?? 0,
    usd: task.usd,
    tokens: task.usage.input + task.usage.output,
    minutes: minutes.get(id) ?? 0,
    estimate: task.estimate,
  }));
}

function isOverruled({ overruled = [] }: Pick<Track, "overruled">, { proposal }: TrackTask): boolean {
  return overruled.some(({ pull, sha }) => pull === proposal?.pull && sha === proposal.head);
}

/** Nothing runs, waits or is in review once the track is over. */
export function shownStatus(track: Pick<Track, "phase">, { status, rolledBack }: TrackTask): ShownStatus {
  if (status === "skipped" && rolledBack) return "rolled_back";
  if (isOpen(track) || status === "completed" || status === "skipped" || status === "failed") return status;
  if (rolledBack) return "rolled_back";
  return status === "pending" ? "not_started" : "stopped";
}

function reviewOf({ proposal, trouble }: TrackTask, reviewers: readonly string[]): TaskRow["review"] {
  if (proposal?.findings.some(({ severity }) => severity === "blocker")) return "blocked";
  if (trouble?.type === "blocked") return "blocked";
  if (trouble?.type === "review-failed") return "missing";
  if (proposal?.readyAt === undefined) return "unknown";
  return reviewers.length > 0 ? "ok" : "none";
}

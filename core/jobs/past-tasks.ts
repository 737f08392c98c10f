import { jobKey } from "../codec/keys.ts";
import type { Estimate } from "../model/estimate.ts";
import type { TaskId } from "../model/ids.ts";
import { type HistoryRow, isLesson, type JobKind } from "../model/job.ts";
import type { TrackTask } from "../model/task.ts";
import { isOpen, type Track, taskEntries } from "../model/track.ts";
import { type Complexity, complexityOf } from "../select/complexity.ts";

/** A task that is over, with what it took in all: every attempt and every review. */
export interface PastTask {
  complexity: Complexity;
  tokens: number;
  usd: number;
  minutes: number;
  /** What its plan said; tasks of older plans have none. */
  estimate: Estimate | undefined;
  /** Merged, and its executor was sent out once only. Fixes within that run count as part of it. */
  firstAttempt: boolean;
}

/** How well tasks and their estimates turned out. Shares and errors are fractions; undefined where nothing is known. */
export interface TrackRecord {
  /** Tasks that are over. */
  count: number;
  firstAttemptShare: number | undefined;
  /** Tasks that had an estimate. */
  estimated: number;
  /** How far off the cost of the middle one was, of what was estimated. */
  estimateError: number | undefined;
}

/** The tasks of some tracks that were worked on and are over; what no history row is left of is not counted. */
export function pastTasks(tracks: readonly Track[]): PastTask[] {
  return tracks.flatMap((track) => {
    const rows = rowsByTask(track);
    return taskEntries(track).flatMap(([id, task]) => {
      const own = rows.get(id) ?? [];
      return isEnded(track, task) && own.length > 0 ? [toPast(task, own)] : [];
    });
  });
}

export function recordOf(tasks: readonly PastTask[]): TrackRecord {
  const errors = tasks.flatMap(({ usd, estimate }) =>
    estimate && estimate.usd > 0 ? [Math.abs(usd - estimate.usd) / estimate.usd] : [],
  );
  const first = tasks.filter(({ firstAttempt }) => firstAttempt).length;
  return {
    count: tasks.length,
    firstAttemptShare: tasks.length > 0 ? first / tasks.length : undefined,
    estimated: errors.length,
    estimateError: medianOf(errors),
  };
}

/** The one in the middle; of two, what lies between them. */
export function medianOf(numbers: readonly number[]): number | undefined {
  const sorted = numbers.toSorted((a, b) => a - b);
  const low = sorted[Math.floor((sorted.length - 1) / 2)];
  const high = sorted[Math.ceil((sorted.length - 1) / 2)];
  return low === undefined || high === undefined ? undefined : (low + high) / 2;
}

interface Row extends HistoryRow {
  kind: JobKind;
}

function rowsByTask({ history, issue }: Track): Map<TaskId, Row[]> {
  const rows = new Map<TaskId, Row[]>();
  for (const row of history) {
    const { kind, task, issue: of } = jobKey.parse(row.job) ?? {};
    if (task === undefined || kind === undefined || kind === "rollback" || of !== issue) continue;
    rows.set(task, [...(rows.get(task) ?? []), { ...row, kind }]);
  }
  return rows;
}

/** Nothing more will be tried: it is merged, given up, or its track is. */
function isEnded(track: Track, { status }: TrackTask): boolean {
  return status === "completed" || status === "failed" || status === "skipped" || !isOpen(track);
}

function toPast(task: TrackTask, rows: readonly Row[]): PastTask {
  const { files, hours, usage, usd, estimate } = task;
  const scope = hours === undefined ? { files_hint: files } : { files_hint: files, estimated_hours: hours };
  const seconds = rows.reduce((sum, row) => sum + row.seconds, 0);
  return {
    complexity: complexityOf({ scope }),
    tokens: usage.input + usage.output,
    usd,
    minutes: seconds / 60,
    estimate,
    firstAttempt: task.status === "completed" && attemptsIn(rows) === 1,
  };
}

/** Runs of an executor that say something about the task: what a provider, a runner or a person stopped does not. */
function attemptsIn(rows: readonly Row[]): number {
  return rows.filter(({ kind, outcome }) => kind === "task" && (outcome === "done" || isLesson(outcome)))
    .length;
}

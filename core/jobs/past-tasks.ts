import { jobKey } from "../codec/keys.ts";
import type { Estimate } from "../model/estimate.ts";
import type { Instant, TaskId } from "../model/ids.ts";
import { type HistoryRow, isLesson, type JobKind } from "../model/job.ts";
import type { TrackRecord } from "../model/publication.ts";
import type { TrackTask } from "../model/task.ts";
import { isOpen, type Track, taskEntries } from "../model/track.ts";
import { complexityOf } from "../select/complexity.ts";
import { medianOf, type WorkDone } from "../select/experience.ts";

/** A task that is over, with what it took in all: every attempt and every review. */
export interface PastTask extends WorkDone {
  usd: number;
  /** When its last run ended. */
  at: Instant;
  /** What its plan said; tasks of older plans have none. */
  estimate: Estimate | undefined;
  /** Merged, and its executor was sent out once only. Fixes within that run count as part of it. */
  firstAttempt: boolean;
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

/** Minutes of all runs for each task, as far as the history goes back. */
export function minutesByTask(track: Pick<Track, "history" | "issue">): Map<TaskId, number> {
  return new Map([...rowsByTask(track)].map(([id, rows]) => [id, minutesOf(rows)]));
}

/** The newest row of each task's own job. */
export function lastRows(track: Pick<Track, "history" | "issue">): Map<TaskId, HistoryRow> {
  const rows = [...rowsByTask(track)].map(
    ([id, all]) => [id, all.findLast(({ kind }) => kind === "task")] as const,
  );
  return new Map(rows.flatMap(([id, row]) => (row ? [[id, row]] : [])));
}

interface Row extends HistoryRow {
  kind: JobKind;
}

function minutesOf(rows: readonly Row[]): number {
  return rows.reduce((sum, { seconds }) => sum + seconds, 0) / 60;
}

function rowsByTask({ history, issue }: Pick<Track, "history" | "issue">): Map<TaskId, Row[]> {
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
  return {
    complexity: complexityOf({ scope }),
    tokens: usage.input + usage.output,
    usd,
    at: rows.map((row) => row.at).reduce((last, at) => (at > last ? at : last), ""),
    minutes: minutesOf(rows),
    estimate,
    firstAttempt: task.status === "completed" && attemptsIn(rows) === 1,
  };
}

/** Runs of an executor that say something about the task: what a provider, a runner or a person stopped does not. */
function attemptsIn(rows: readonly Row[]): number {
  return rows.filter(({ kind, outcome }) => kind === "task" && (outcome === "done" || isLesson(outcome)))
    .length;
}

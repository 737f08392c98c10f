import { runOf } from "../jobs/draft.ts";
import type { Instant, TaskId } from "../model/ids.ts";
import type { Job, JobKind } from "../model/job.ts";

/** A job that is under way. */
export interface RunningJob {
  kind: JobKind;
  task: TaskId | undefined;
  state: Job["state"];
  /** The workflow run, once it is known. */
  run: number | undefined;
  /** Counts the legs of its kind and task. */
  attempt: number;
  /** When it was given to a run; unknown while it is queued, and for jobs of an older version. */
  since: Instant | undefined;
}

export function viewJob(job: Job): RunningJob {
  const { kind, task, state, attempt } = job;
  return {
    kind,
    task,
    state,
    run: runOf(job),
    attempt,
    since: job.state === "queued" ? undefined : job.since,
  };
}

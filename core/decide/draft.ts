import type { Effect, OutboxEntry } from "../model/effect.ts";
import type { Moment } from "../model/facts.ts";
import type { TaskId } from "../model/ids.ts";
import type { JobKind } from "../model/job.ts";
import type { LiveJob } from "../model/live-job.ts";
import type { TrackTask } from "../model/task.ts";
import type { Track } from "../model/track.ts";
import type { Trouble } from "../model/trouble.ts";
import { longestComment } from "../render/words.ts";
import { cutText } from "../text/cut-text.ts";

/** A track that is being decided on: a copy that handlers write to, so that `decide` stays pure for its callers. */
export interface Draft {
  track: Track;
  moment: Moment;
}

/** Puts an effect in the outbox unless one of that key is there. */
export function enqueue(draft: Draft, key: string, effect: Effect): void {
  const { track, moment } = draft;
  if (track.outbox.some((entry) => entry.key === key)) return;
  const entry: OutboxEntry = { key, effect, owner: moment.owner, at: moment.now, probe: false, tries: 0 };
  track.outbox.push(entry);
}

/** A new comment; only for what a person has to see or do. */
export function say(draft: Draft, thread: number, body: string): void {
  const number = ++draft.track.says;
  const key = `${draft.track.issue}/say/-/${number}`;
  enqueue(draft, key, { type: "say", thread, body: cutText(body, longestComment) });
}

export function closePull(draft: Draft, pull: number): void {
  enqueue(draft, `${draft.track.issue}/close-pull/${pull}/1`, { type: "close-pull", pull });
}

/** Stops all work of a track: no jobs, no merges, no open pull requests of parts. Branches stay, so that nothing is lost. */
export function stopWork(draft: Draft): void {
  const { track } = draft;
  dropJobs(draft, () => true);
  track.outbox = track.outbox.filter((entry) => !startsWork.includes(entry.effect.type));
  for (const task of Object.values(track.tasks)) {
    if (task.pull && task.status !== "completed" && task.status !== "skipped") closePull(draft, task.pull);
  }
  for (const rollback of track.rollbacks) {
    if (rollback.status !== "running" && rollback.status !== "open") continue;
    rollback.status = "failed";
    if (rollback.pull) closePull(draft, rollback.pull);
  }
}

const startsWork: Effect["type"][] = [
  "dispatch",
  "open-pull",
  "merge-task",
  "merge-rollback",
  "finish-track",
];

/** Queues a job unless one of its kind and task is under way. */
export function queueJob(draft: Draft, kind: JobKind, attempt: number, task?: TaskId): void {
  if (liveJob(draft.track, kind, task)) return;
  const job: LiveJob = { issue: draft.track.issue, kind, attempt, state: "queued" };
  draft.track.jobs.push(task ? { ...job, task } : job);
}

export function liveJob(track: Track, kind: JobKind, task?: TaskId): LiveJob | undefined {
  return track.jobs.find((job) => job.kind === kind && job.task === task);
}

/** Forgets a task's jobs and stops the runs that hold nothing else. */
export function dropJobs(draft: Draft, drop: (job: LiveJob) => boolean): void {
  const { track } = draft;
  const dropped = track.jobs.filter(drop);
  track.jobs = track.jobs.filter((job) => !drop(job));
  const running = dropped.filter((job) => job.state === "claimed");
  if (running.length > 0) track.leaving = [...(track.leaving ?? []), ...running];
  for (const run of new Set(dropped.flatMap((job) => job.run?.id ?? []))) {
    if (track.jobs.some((job) => job.run?.id === run)) continue;
    enqueue(draft, `${track.issue}/cancel-run/${run}/1`, { type: "cancel-run", run });
  }
}

/** Sends a task back to the start of its life, to run again. */
export function restartTask(task: TrackTask, feedback: string[]): void {
  task.status = "pending";
  task.feedback = feedback;
  delete task.unopened;
  forgetVerdicts(task);
}

/** Drops what was said about a head that is no longer the task's. */
export function forgetVerdicts(task: TrackTask): void {
  delete task.approval;
  delete task.ready;
  delete task.checked;
  delete task.trouble;
  task.findings = [];
}

/** Codes of merges that GitHub refused. */
export const mergeTrouble = (code: string) => `merge-${code}`;

export function isMergeTrouble(trouble: Trouble | undefined): boolean {
  return trouble?.code.startsWith("merge-") ?? false;
}

/** Puts a task in a person's hands. */
export function needsInput(task: TrackTask, code: string, text: string): void {
  task.status = "needs_input";
  task.trouble = { code, text };
  delete task.approval;
}

import { baseBranch } from "../codec/branches.ts";
import { effectKey, jobKey } from "../codec/keys.ts";
import type { Day } from "../model/day.ts";
import type { Effect, OutboxEntry } from "../model/effect.ts";
import type { Facts, Moment } from "../model/facts.ts";
import type { Sha, TaskId } from "../model/ids.ts";
import type { ClaimedJob, Job, JobKind, JobRef, Leg } from "../model/job.ts";
import type { Notice } from "../model/notice.ts";
import { isOpen, type Track } from "../model/track.ts";
import type { Commented } from "../model/trigger.ts";

/** A fact that a decision would need and that nobody has read yet: the loop reads it and asks again. */
export type Missing =
  | { type: "base"; branch: string; ref: string }
  | { type: "day" }
  | { type: "health"; sha: Sha }
  /** What is missing in the repository. */
  | { type: "gaps" }
  /** What blocks the issue. */
  | { type: "blockers" }
  | { type: "head"; pull: number }
  | { type: "track-head" }
  /** Whether the default branch has other specs than the track is made for. */
  | { type: "specs" }
  | { type: "pull"; pull: number }
  | { type: "issue" }
  /** Who opened an issue or pull request again. */
  | { type: "reopener"; thread: number }
  /** Whether a pull request still waits in a merge queue. */
  | { type: "queued"; pull: number }
  /** What somebody may do now who approved something earlier. */
  | { type: "approver"; login: string }
  /** How many commands the same person has given in the hour before. */
  | { type: "recent"; trigger: Commented }
  /** Whether a pull request merges without a conflict: GitHub may take a while to know. */
  | { type: "mergeable"; pull: number };

/** A track that is being decided on: a copy that handlers write to, so that `decide` stays pure for its callers. */
export interface Draft {
  track: Track;
  moment: Moment;
  /** Today's spending, once jobs have reserved something of it. */
  day?: Day;
  /** Keys of jobs that were dropped before a run held them: nothing will be spent under them. */
  freed?: string[];
  missing: Missing[];
}

/** Whatever it is, without what troubled it. */
export function settled<T extends { trouble?: unknown }>({ trouble: _, ...rest }: T): Omit<T, "trouble"> {
  return rest;
}

/** The track is troubled no more. */
export function calm(draft: Draft): void {
  draft.track = settled(draft.track);
}

/** Puts an effect in the outbox unless one of that key is there. */
export function enqueue(draft: Draft, key: string, effect: Effect): void {
  const { track, moment } = draft;
  if (track.outbox.some((entry) => entry.key === key)) return;
  const entry: OutboxEntry = { key, effect, owner: moment.owner, at: moment.now, probe: false, tries: 0 };
  track.outbox.push(entry);
}

/** A new comment; only for what a person has to see or do. */
export function say(draft: Draft, thread: number, ...notices: Notice[]): void {
  const { track } = draft;
  track.says += 1;
  enqueue(draft, effectKey.format(track.issue, "say", "-", track.says), { type: "say", thread, notices });
}

export function closePull(draft: Draft, pull: number): void {
  forget(draft, "reopen-pull", pull);
  enqueue(draft, effectKey.format(draft.track.issue, "close-pull", pull), { type: "close-pull", pull });
}

/** Opens a pull request again that we, or somebody else, had closed. */
export function reopenPull(draft: Draft, pull: number): void {
  forget(draft, "close-pull", pull);
  enqueue(draft, effectKey.format(draft.track.issue, "reopen-pull", pull), { type: "reopen-pull", pull });
}

/** Takes back what was decided about a pull request and is not yet done. */
function forget({ track }: Draft, type: "close-pull" | "reopen-pull", pull: number): void {
  track.outbox = track.outbox.filter(({ effect }) => effect.type !== type || effect.pull !== pull);
}

/** Whether a pull request is about to be opened again: what is seen of it meanwhile is old. */
export function isReopening({ outbox }: Track, pull: number): boolean {
  return outbox.some(({ effect }) => effect.type === "reopen-pull" && effect.pull === pull);
}

/** Whether nobody has looked at the issue, which may be closed: nothing is merged or started before that. */
export function lacksIssue(draft: Draft, { issueState }: Facts): boolean {
  if (issueState !== undefined || !isOpen(draft.track)) return false;
  draft.missing.push({ type: "issue" });
  return true;
}

/** Queues a job unless one of its kind and task is under way. */
export function queueJob(draft: Draft, ref: JobRef, again?: Leg): void {
  if (liveJob(draft.track, ref.kind, ref.task)) return;
  const job: Job = { ...ref, state: "queued" };
  draft.track.jobs.push(again ? { ...job, again } : job);
}

export function liveJob(track: Track, kind: JobKind, task?: TaskId): Job | undefined {
  return track.jobs.find((job) => job.kind === kind && job.task === task);
}

/** Whether its branch and its living comment are about to be made: what works on them waits. A track that starts over has the comment of the last one. */
export function isStarting({ outbox }: Track): boolean {
  return outbox.some(({ effect }) => effect.type === "start-track");
}

/** Whether a run that was dropped still saves what it had done: the next one starts from there. */
export function isLeaving(track: Track, kind: JobKind, task?: TaskId): boolean {
  const branch = baseBranch(track);
  return track.leaving.some((job) => job.kind === kind && job.task === task && job.base.branch === branch);
}

export function removeJob(draft: Draft, job: Job): void {
  draft.track.jobs = draft.track.jobs.filter((other) => other !== job);
}

export function replaceJob(draft: Draft, job: Job, next: Job): void {
  draft.track.jobs = draft.track.jobs.map((other) => (other === job ? next : other));
}

export function runOf(job: Job): number | undefined {
  return job.state === "claimed" ? job.run.id : undefined;
}

/** Forgets jobs and stops the runs that hold nothing else. What they spend counts still. */
export function dropJobs(draft: Draft, drop: (job: Job) => boolean): void {
  const { track } = draft;
  const dropped = track.jobs.filter(drop);
  track.jobs = track.jobs.filter((job) => !drop(job));
  track.leaving.push(...dropped.filter((job): job is ClaimedJob => job.state === "claimed"));
  const unheld = dropped.filter((job) => job.state === "dispatched" && job.capUsd !== undefined);
  draft.freed = [...(draft.freed ?? []), ...unheld.map(jobKey.format)];
  for (const run of new Set(dropped.map(runOf))) {
    if (run === undefined || track.jobs.some((job) => runOf(job) === run)) continue;
    enqueue(draft, effectKey.format(track.issue, "cancel-run", run), { type: "cancel-run", run });
  }
}

/** Drops what works on a task; a revert of what was merged of it goes on. */
export function dropWork(draft: Draft, task: TaskId): void {
  dropJobs(draft, (job) => job.task === task && job.kind !== "rollback");
}

/** Drops jobs of a kind, of one task or of the whole track. */
export function dropKind(draft: Draft, kind: JobKind, task?: TaskId): void {
  dropJobs(draft, (job) => job.kind === kind && job.task === task);
}

const startsWork: Effect["type"][] = [
  "dispatch",
  "merge-task",
  "merge-rollback",
  "update-branch",
  "finish-track",
  "request-review",
];

/** Takes back what was decided and would start or merge something; jobs that are left still go out. */
export function dropStarts({ track }: Draft): void {
  const isLeft = (batch: number) =>
    track.jobs.some((job) => job.state === "dispatched" && job.batch === batch);
  track.outbox = track.outbox.filter(
    ({ effect }) => !startsWork.includes(effect.type) || (effect.type === "dispatch" && isLeft(effect.batch)),
  );
}

/** Stops the work of a track: no jobs, no merges, no open pull requests of parts. Branches stay, so that nothing is lost, and what people asked besides goes on. */
export function stopWork(draft: Draft): void {
  const { track } = draft;
  dropJobs(draft, (job) => job.kind !== "report");
  dropStarts(draft);
  for (const { proposal, status } of Object.values(track.tasks)) {
    if (proposal && status !== "completed" && status !== "skipped") closePull(draft, proposal.pull);
  }
  track.rollbacks = track.rollbacks.map((rollback) => {
    if (rollback.status !== "running" && rollback.status !== "open") return rollback;
    if (rollback.proposal) closePull(draft, rollback.proposal.pull);
    return { ...rollback, status: "failed" };
  });
}

/** Stops everything, also what people asked besides. */
export function stopAll(draft: Draft): void {
  stopWork(draft);
  dropKind(draft, "report");
  draft.track.reports = draft.track.reports.map((report) =>
    report.status === "pending" || report.status === "running" ? { ...report, status: "failed" } : report,
  );
}

/** Whether two references name the same job. */
export function isSame(a: JobRef, b: JobRef): boolean {
  return jobKey.format(a) === jobKey.format(b);
}

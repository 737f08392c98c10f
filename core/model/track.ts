import { tokenRefusals } from "./access.ts";
import { approvalsSchema } from "./approval.ts";
import { blockerSchema, mostBlockers } from "./blocker.ts";
import { type Config, configSchema } from "./config.ts";
import { discussionSchema } from "./discussion.ts";
import { outboxSchema } from "./effect.ts";
import { estimateSchema } from "./estimate.ts";
import { feedbackSchema } from "./feedback.ts";
import { gapSchema, mostGaps } from "./gap.ts";
import { healthSchema } from "./health.ts";
import { instant, sha, type TaskId, taskId } from "./ids.ts";
import { type ClaimedJob, historyRowSchema, jobSchema, outcomes, resumeSchema, usageSchema } from "./job.ts";
import { lessonsSchema } from "./lesson.ts";
import { callSchema, heardSchema, mostCalls, mostHeard } from "./mark.ts";
import { troubleSchema } from "./notice.ts";
import { type Oddities, odditiesSchema } from "./oddities.ts";
import { overrulingSchema } from "./overruling.ts";
import { mostTrackPermits, permitSchema } from "./permission.ts";
import { formSchema, mostForms } from "./question.ts";
import { reportSchema } from "./report.ts";
import { rollbackSchema } from "./rollback.ts";
import { routeSchema } from "./route.ts";
import { mostRulings, rulingSchema } from "./ruling.ts";
import {
  amount,
  flag,
  given,
  type Infer,
  integer,
  list,
  object,
  oneOf,
  only,
  optional,
  record,
  type Schema,
  text,
  word,
} from "./schema.ts";
import { deltaNameSchema, mostDeltaNames } from "./spec-delta.ts";
import { type TrackTask, taskSchema } from "./task.ts";
import { updateSchema } from "./update.ts";
import { verificationSchema } from "./verification.ts";

export const phases = [
  /** Only reports were asked for. */
  "asking",
  "planning",
  "proposed",
  "executing",
  "verifying",
  "ready",
  "merged",
  "failed",
  "cancelled",
] as const;
export type Phase = (typeof phases)[number];

export const planDocuments = ["spec", "arch", "qa"] as const;
export type PlanDocument = (typeof planDocuments)[number];

/** How many announcements of a plan are remembered. */
export const mostShown = 20;

const planSchema = object({
  /** Legs in all, for keys; legs without a result since it was last asked for. */
  runs: integer(),
  attempts: integer(),
  feedback: list(feedbackSchema, 50),
  /** Documents that an earlier leg has written. */
  resume: optional(resumeSchema),
  /** The plan's files as we last announced them. */
  /** `problems`: how many keep it from being approved. */
  /** `byPeople`: they edited what gsd had written. */
  proposed: optional(
    object({
      tree: sha,
      head: sha,
      at: instant,
      problems: optional(integer()),
      byPeople: optional(flag()),
    }),
  ),
  /** What each task of it was expected to take when it was proposed. */
  estimates: optional(record(taskId, estimateSchema)),
  /** What was announced before that, newest last. */
  shown: optional(list(object({ tree: sha, at: instant }), mostShown)),
  /** `sources` is a digest of what people wrote: what gsd adds to the folder later is no edit. */
  approved: optional(
    object({ tree: sha, head: sha, by: text(100), at: instant, sources: optional(text(64)) }),
  ),
  /** Approvals of the plan as it is, by tree, while they are not enough. */
  approvals: optional(approvalsSchema),
  /** A plan that is being written again, for whom; what people said about it is in `feedback`. */
  revision: optional(
    object({
      by: text(100),
      /** Only tasks for what verification found missing: the documents stay as they are. */
      gaps: optional(flag()),
      /** Of an approved plan: what came of it, until people are told. */
      outcome: optional(
        object({ documents: list(text(100), 10), unanswered: integer(), usd: optional(amount()) }),
      ),
    }),
  ),
  /** The requirements that it changes, by what we last read of SPEC.md: others' plans are held to them. */
  deltas: optional(list(deltaNameSchema, mostDeltaNames)),
  /** An edit after the approval, as we last announced it: the tasks that it adds, changes or takes away, and what keeps it from being used as it is. */
  edited: optional(
    object({
      tree: sha,
      at: instant,
      sources: optional(text(64)),
      tasks: optional(list(taskId, 1_000)),
      problems: optional(integer()),
    }),
  ),
});
export type Plan = Infer<typeof planSchema>;

const closedSchema = object({
  at: instant,
  /** Whether somebody had paused it before. */
  paused: flag(),
  /** Who opened the issue again without leave to start work; they were told. */
  reopenedBy: optional(text(100)),
});

export const cancelReasons = ["command", "pull-closed", "unlabeled"] as const;
export type CancelReason = (typeof cancelReasons)[number];

const cancelledSchema = object({
  at: instant,
  why: oneOf(cancelReasons),
  phase: oneOf(phases),
  /** Rollbacks that were under way. */
  rollbacks: list(object({ task: taskId, attempt: integer(1), status: oneOf(["running", "open"]) }), 1_000),
  /** Results that waited to be published. */
  jobs: list(jobSchema, 1_000),
});

// Ajv knows a schema's `$id` once.
const { $id: _, ...storedConfigSchema } = configSchema;

/** How many of those who saved a track it remembers. */
export const mostSavers = 20;

/** How many finished jobs a track remembers; older ones are in git's history. */
export const mostHistory = 200;

/** Everything gsd knows about one track; one JSON file of the ledger. People can edit that branch: what is read is checked like anything else. */
export const trackSchema = object({
  version: only(2),
  issue: integer(1),
  slug: word("^[a-z0-9][a-z0-9-]{0,31}$"),
  title: text(1_000),
  phase: oneOf(phases),
  paused: flag(),
  /** The issue is closed: the track is paused until somebody opens it again. */
  closed: optional(closedSchema),
  /** How it was before it was cancelled: `/resume` brings that back. */
  cancelled: optional(cancelledSchema),
  /** The label that is on the issue and asks for a plan: before the approval, the plan goes when it goes. */
  label: optional(text(50)),
  trouble: optional(troubleSchema),
  /** What was missing in the repository when a person or a tick last looked. */
  gaps: optional(list(gapSchema, mostGaps)),
  requestedBy: text(100),
  createdAt: instant,
  defaultBranch: text(255),
  /** The configuration when a person or a tick last looked; jobs in between run by it. */
  config: given<Config>(storedConfigSchema),
  /** Digest of the issue's title and body when it was asked for. */
  textSha256: word("^[0-9a-f]{64}$"),
  /** What writers had said in the issue when it was asked for. */
  discussion: optional(discussionSchema),
  /** What in that text is not what it seems. */
  oddities: optional(given<Oddities>(odditiesSchema)),
  plan: planSchema,
  pull: optional(integer(1)),
  /** Which way it takes, and who chose that; absent where a plan was asked for. */
  route: optional(routeSchema),
  /** What was learned on the way; goes to specs/lessons.md with the archive. */
  lessons: optional(lessonsSchema),
  /** Open issues that block this one, when somebody last looked: no task starts before they are closed. Absent before that. */
  blockers: optional(list(blockerSchema, mostBlockers)),
  /** Whether a person said that it need not wait for them. */
  unblocked: optional(flag()),
  tasks: record(taskId, taskSchema),
  /** The repository's own commands on the base, before any agent; tracks that only report have none. */
  health: optional(healthSchema),
  verification: verificationSchema,
  /** The head of the track branch when it was last looked at and had every merged task in it; absent when a task was merged since. */
  head: optional(sha),
  /** The day that the archive of the plan is named after, once it was made. */
  archived: optional(word("^\\d{4}-\\d{2}-\\d{2}$")),
  /** The commit that archived the plan, and the one that it was made on. */
  folded: optional(object({ commit: sha, on: sha })),
  /** Absent while the default branch was never merged into the track branch. */
  update: optional(updateSchema),
  /** Updates of any branch of the track so far, and their jobs: numbers for keys, never reset. */
  updates: optional(integer()),
  rollbacks: list(rollbackSchema, 1_000),
  reports: list(reportSchema, 200),
  /** What agents asked people, oldest first. */
  forms: optional(list(formSchema, mostForms)),
  /** What agents wanted a person's leave for, oldest first. */
  permits: optional(list(permitSchema, mostTrackPermits)),
  /** Whether the issue has the label that says so. */
  marked: optional(flag()),
  /** What people approved in spite of objections, newest last. */
  overruled: optional(list(overrulingSchema, 200)),
  jobs: list(jobSchema, 1_000),
  /** Jobs that were dropped while they ran: what they spent counts, and what they had done is kept. */
  leaving: list(given<ClaimedJob>(jobSchema as Schema<unknown>), 1_000),
  history: list(historyRowSchema, mostHistory),
  /** How jobs failed last, by kind and task: one that fails just so again is not paid for a third time. */
  failures: optional(list(object({ job: text(100), outcome: oneOf(outcomes), reason: text(500) }), 2_000)),
  batches: integer(),
  says: integer(),
  outbox: list(outboxSchema, 1_000),
  /** Comments (`c1`) and reviews (`r1`) whose commands were counted. */
  handled: list(object({ id: text(60), at: instant, by: optional(integer(1)) })),
  /** What people asked for and whether they got it, newest last; older ones are in git's history. */
  rulings: optional(list(rulingSchema, mostRulings)),
  /** How often it was saved. The progress comment says so too, and nobody can move that back with the ledger. */
  saves: optional(integer()),
  /** Whose loops saved it last, newest last: one that comes once more may have died before it showed what it had saved. */
  savedBy: optional(list(text(300), mostSavers)),
  /** The living comment; `node` is GitHub's other name for it, which some requests ask for. What it says now is written `at` then. */
  sticky: optional(
    object({ comment: integer(1), digest: text(64), node: optional(text(200)), at: optional(instant) }),
  ),
  /** Comments of ours that asked people to do something, newest last. */
  calls: optional(list(callSchema, mostCalls)),
  /** What people asked for and are told of by reactions, newest last. */
  heard: optional(list(heardSchema, mostHeard)),
  usage: usageSchema,
  usd: amount(),
  /** What people added by `/budget`, in US dollars. */
  extraUsd: amount(),
  /** Why CI waits for a person on what was published last, although it is trusted. */
  ciWaits: optional(oneOf(tokenRefusals)),
  /** The provider's limit: nothing new starts before. */
  notBefore: optional(instant),
  /** Until then, what the configuration names as `fallback` does the work. */
  fallbackUntil: optional(instant),
});
export type Track = Infer<typeof trackSchema>;

/** Whether gsd still works on a track. */
export function isOpen({ phase }: Pick<Track, "phase">): boolean {
  return phase !== "merged" && phase !== "failed" && phase !== "cancelled";
}

/** Whether nothing is left to do for a track: it moves to `done/`. */
export function isOver(track: Track): boolean {
  const quiet = track.outbox.length === 0 && track.jobs.length === 0 && track.leaving.length === 0;
  const reverting = track.rollbacks.some(({ status }) => status === "running" || status === "open");
  const asked = track.reports.some(({ status }) => status === "pending" || status === "running");
  return quiet && !reverting && !asked && (!isOpen(track) || track.phase === "asking");
}

/** Whether an issue or pull request is one of the track's own; a marker in its body says nothing. */
export function ownsThread(track: Track, thread: number): boolean {
  return pullsOf(track).includes(thread) || thread === track.issue;
}

/** The task whose pull request this is. */
export function taskOfPull(track: Pick<Track, "tasks">, pull: number): TaskId | undefined {
  return taskEntries(track).find(([, { proposal }]) => proposal?.pull === pull)?.[0];
}

/** Every pull request of a track. */
export function pullsOf(track: Track): number[] {
  return [
    track.pull,
    ...Object.values(track.tasks).map(({ proposal }) => proposal?.pull),
    ...track.rollbacks.map(({ proposal }) => proposal?.pull),
    ...track.reports.map(({ pull }) => pull),
  ].filter((pull) => pull !== undefined);
}

/** Whether anything of a track is merged: tasks that were skipped or taken back are not. */
export function hasMerged(track: Pick<Track, "tasks">): boolean {
  return taskEntries(track).some(([, { status }]) => status === "completed");
}

export function taskEntries(track: Pick<Track, "tasks">): [TaskId, TrackTask][] {
  return Object.entries(track.tasks) as [TaskId, TrackTask][];
}

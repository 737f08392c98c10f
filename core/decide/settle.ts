import type { Effect, EffectOutcome, EffectResult } from "../model/effect.ts";
import type { Moment } from "../model/facts.ts";
import type { LiveJob } from "../model/live-job.ts";
import { isOpen, type Track } from "../model/track.ts";
import * as says from "../render/says.ts";
import { type Draft, mergeTrouble, needsInput, say, stopWork } from "./draft.ts";
import { completeRollback, completeTask } from "./notice-pulls.ts";
import { recordTrackPull } from "./open-pulls.ts";
import { recordFailure } from "./record-failure.ts";

type OpenPull = Extract<Effect, { type: "open-pull" }>;

/** Folds what became of effects into the track. Pure, and fit to be done again on a track that has moved on. */
export function settle(track: Track, outcomes: EffectOutcome[], moment: Moment): Track {
  const draft: Draft = { track: structuredClone(track), moment };
  for (const outcome of outcomes) settleOne(draft, outcome);
  return draft.track;
}

function settleOne(draft: Draft, outcome: EffectOutcome): void {
  const { track } = draft;
  const entry = track.outbox.find((one) => one.key === outcome.key);
  if (!entry) return;
  if (outcome.type === "later") {
    entry.probe = true;
    entry.tries += 1;
    return;
  }
  // A dispatch is done when its run has claimed the jobs: until then it is looked for again after the lease.
  if (outcome.type === "done" && entry.effect.type === "dispatch" && !outcome.result.runEnded) return;
  track.outbox = track.outbox.filter((one) => one !== entry);
  if (outcome.type === "done") settleDone(draft, entry.effect, outcome.result);
  else settleFailed(draft, entry.effect, outcome);
}

function settleDone(draft: Draft, effect: Effect, result: EffectResult): void {
  const { track } = draft;
  if (effect.type === "start-track" && result.comment) track.sticky = { comment: result.comment, digest: "" };
  if (effect.type === "merge-task" && result.sha) completeTask(draft, effect.task, result.sha, "tagged");
  if (effect.type === "dispatch") requeue(draft, effect.batch);
  if (effect.type === "open-pull" && result.pull) settleOpened(draft, effect, result.pull);
  if (effect.type === "merge-rollback") {
    const rollback = track.rollbacks.find((one) => one.pull === effect.pull && one.status === "open");
    if (rollback) completeRollback(draft, rollback);
  }
  if (effect.type === "finish-track" && track.phase === "verifying") {
    track.phase = "ready";
    say(draft, track.issue, says.trackReady(track));
  }
}

function settleOpened(draft: Draft, { task: id }: OpenPull, pull: number): void {
  const task = id && draft.track.tasks[id];
  if (!id && draft.track.plan.unopened !== undefined) recordTrackPull(draft, pull);
  if (task?.unopened === undefined) return;
  delete task.unopened;
  task.pull = pull;
  if (task.ready) task.ready.at = draft.moment.now;
}

/** A run that ended before it claimed its jobs did nothing: they go out again, a bounded number of times. */
function requeue(draft: Draft, batch: number): void {
  for (const job of jobsOfBatch(draft.track, batch)) {
    job.state = "queued";
    job.lost = (job.lost ?? 0) + 1;
    if (job.lost >= draft.track.config.limits.attempts) {
      dropJob(draft, job, "its runs end before they begin; their logs under Actions say why");
    }
  }
}

function jobsOfBatch(track: Track, batch: number): LiveJob[] {
  return track.jobs.filter((job) => job.batch === batch && job.state === "dispatched");
}

function dropJob(draft: Draft, job: LiveJob, reason: string): void {
  draft.track.jobs = draft.track.jobs.filter((other) => other !== job);
  recordFailure(draft, job, { outcome: "crashed", reason });
}

interface Failure {
  code: string;
  text: string;
}

const resumable: Effect["type"][] = ["dispatch", "open-pull", "finish-track"];

/** An effect that fails for good becomes a person's, and never blocks the rest. */
function settleFailed(draft: Draft, effect: Effect, failure: Failure): void {
  const { track } = draft;
  if (effect.type === "merge-task") {
    failMerge(draft, effect, failure);
  } else if (effect.type === "merge-rollback") {
    failRollbackMerge(draft, effect, failure);
  } else if (effect.type === "dispatch" && !isOpen(track)) {
    for (const job of jobsOfBatch(track, effect.batch)) dropJob(draft, job, failure.text);
  } else if (effect.type === "open-pull" && track.paused) {
    // Said already: one setting holds up all of them.
    return;
  } else if (effect.type !== "react" && effect.type !== "say" && effect.type !== "show-health") {
    track.trouble = { code: failure.code, text: says.effectFailed(track, effect, failure) };
    if (effect.type === "dispatch") {
      for (const job of jobsOfBatch(track, effect.batch)) job.state = "queued";
    }
    // Paused, so that nothing is tried over and over, and `/resume` tries again.
    if (resumable.includes(effect.type)) track.paused = true;
    if (effect.type === "start-track") {
      stopWork(draft);
      track.phase = "failed";
    }
    say(draft, track.issue, track.trouble.text);
  }
}

/** A task that was retried, skipped or merged by hand meanwhile has left this merge behind. */
function failMerge(draft: Draft, effect: Extract<Effect, { type: "merge-task" }>, failure: Failure): void {
  const task = draft.track.tasks[effect.task];
  if (task?.status !== "review" || task.pull !== effect.pull || task.head !== effect.sha) return;
  const text = says.mergeFailed(effect.task, failure, effect.pull);
  needsInput(task, mergeTrouble(failure.code), text);
  if (failure.code === "head-moved") task.status = "review";
  say(draft, effect.pull, text);
}

function failRollbackMerge(
  draft: Draft,
  effect: Extract<Effect, { type: "merge-rollback" }>,
  failure: Failure,
): void {
  const rollback = draft.track.rollbacks.find((one) => one.pull === effect.pull && one.status === "open");
  if (!rollback) return;
  delete rollback.approval;
  rollback.trouble = { code: mergeTrouble(failure.code), text: says.rollbackNotMerged(rollback, failure) };
  say(draft, effect.pull, rollback.trouble.text);
}

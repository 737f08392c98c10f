import type { Effect, EffectOutcome, EffectResult } from "../model/effect.ts";
import type { Moment } from "../model/facts.ts";
import type { Track } from "../model/track.ts";
import * as says from "../render/says.ts";
import { type Draft, needsInput, say } from "./draft.ts";
import { completeRollback, completeTask } from "./notice-pulls.ts";

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
  track.outbox = track.outbox.filter((one) => one !== entry);
  if (outcome.type === "done") settleDone(draft, entry.effect, outcome.result);
  else settleFailed(draft, entry.effect, outcome);
}

function settleDone(draft: Draft, effect: Effect, result: EffectResult): void {
  const { track } = draft;
  if (effect.type === "start-track" && result.comment) track.sticky = { comment: result.comment, digest: "" };
  if (effect.type === "merge-task") completeTask(draft, effect.task, result.sha!, "tagged");
  if (effect.type === "dispatch" && result.runEnded) requeue(draft, effect.batch);
  if (effect.type === "finish-track") track.phase = "ready";
  if (effect.type === "merge-rollback") {
    const rollback = track.rollbacks.find((one) => one.pull === effect.pull);
    if (rollback) completeRollback(draft, rollback);
  }
  if (effect.type === "finish-track") say(draft, track.issue, says.trackReady(track));
}

/** A run that ended before it claimed its jobs did nothing: they go out again. */
function requeue(draft: Draft, batch: number): void {
  for (const job of draft.track.jobs) {
    if (job.batch === batch && job.state === "dispatched") job.state = "queued";
  }
}

/** An effect that fails for good becomes a person's, and never blocks the rest. */
function settleFailed(draft: Draft, effect: Effect, failure: { code: string; text: string }): void {
  const { track } = draft;
  if (effect.type === "merge-task") {
    const task = track.tasks[effect.task];
    if (!task) return;
    const text = says.mergeFailed(effect.task, failure, effect.pull);
    needsInput(task, failure.code, text);
    if (failure.code === "head-moved") task.status = "review";
    say(draft, effect.pull, text);
  } else if (effect.type === "merge-rollback") {
    say(draft, effect.pull, says.mergeFailed(effect.task, failure, effect.pull));
  } else if (effect.type !== "react" && effect.type !== "say") {
    track.trouble = { code: failure.code, text: failure.text };
    if (effect.type === "dispatch") dropBatch(draft, effect.batch);
    if (effect.type === "finish-track") track.phase = "executing";
    say(draft, track.issue, says.effectFailed(effect, failure));
  }
}

/** Jobs that could not be dispatched wait: paused, so that `/resume` tries again. */
function dropBatch(draft: Draft, batch: number): void {
  const { track } = draft;
  for (const job of track.jobs) if (job.batch === batch && job.state === "dispatched") job.state = "queued";
  track.paused = true;
}

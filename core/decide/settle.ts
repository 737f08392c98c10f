import { refOf } from "../codec/keys.ts";
import { startCatchUp } from "../jobs/catch-up.ts";
import { type Draft, removeJob, replaceJob, say, settled, stopWork } from "../jobs/draft.ts";
import { endJob } from "../jobs/end-job.ts";
import { replaceForm } from "../jobs/forms.ts";
import { replaceRollback } from "../jobs/rollback.ts";
import { askingIn } from "../jobs/settled-calls.ts";
import { jobsOfBatch, legOf, lose, requeued } from "../jobs/start-jobs.ts";
import { headMoved } from "../jobs/verify-again.ts";
import type { Effect, EffectOutcome, EffectResult } from "../model/effect.ts";
import type { Moment } from "../model/facts.ts";
import type { DispatchedJob } from "../model/job.ts";
import { mostCalls } from "../model/mark.ts";
import type { Failure } from "../model/notice/parts.ts";
import type { Notice } from "../model/notice.ts";
import { isOpen, type Track } from "../model/track.ts";
import { completeRollback } from "./complete-rollback.ts";
import { failReopening, loseWork } from "./fail-restoring.ts";
import { completeTask, handToPerson } from "./notice-pulls.ts";
import { failUpdate, settleUpdate } from "./update.ts";

/** Folds what became of effects into the track. Pure, and fit to be done again on a track that has moved on. */
export function settle(track: Track, outcomes: EffectOutcome[], moment: Moment): Track {
  if (outcomes.length === 0) return track;
  const draft: Draft = { track: structuredClone(track), moment, missing: [] };
  for (const outcome of outcomes) settleOne(draft, outcome);
  return draft.track;
}

function settleOne(draft: Draft, outcome: EffectOutcome): void {
  const { track } = draft;
  const entry = track.outbox.find(({ key }) => key === outcome.key);
  if (!entry) return;
  if (outcome.type === "later") {
    const tried = { ...entry, probe: true, tries: entry.tries + 1 };
    track.outbox = track.outbox.map((one) => (one === entry ? tried : one));
    return;
  }
  track.outbox = track.outbox.filter((one) => one !== entry);
  if (outcome.type === "done") settleDone(draft, entry.effect, outcome.result);
  else settleFailed(draft, entry.effect, { code: outcome.code, text: outcome.text.slice(0, 4_000) });
}

function settleDone(draft: Draft, effect: Effect, result: EffectResult): void {
  const { track } = draft;
  if (effect.type === "start-track" && result.type === "started") {
    const { comment, node, digest } = result;
    track.sticky = node === undefined ? { comment, digest } : { comment, node, digest };
  }
  if (effect.type === "say" && result.type === "commented" && result.node) {
    rememberCall(track, result.node, effect.notices);
  }
  if (effect.type === "show-form" && result.type === "commented") {
    const form = track.forms?.find(({ number }) => number === effect.form);
    if (form) replaceForm(draft, { ...form, comment: result.comment });
  }
  if (effect.type === "merge-task" && result.type === "merged") {
    completeTask(draft, effect.task, result.sha);
  }
  if (effect.type === "merge-task" && result.type === "queued") queueTask(draft, effect);
  if (effect.type === "update-branch" && (result.type === "updated" || result.type === "conflicted")) {
    settleUpdate(draft, effect, result);
  }
  if (effect.type === "dispatch" && result.type === "dispatched") settleDispatch(draft, effect.batch, result);
  if (effect.type === "merge-rollback" && result.type === "merged") {
    const rollback = track.rollbacks.find(
      (one) => one.proposal?.pull === effect.pull && one.status === "open",
    );
    if (rollback) completeRollback(draft, rollback, result.sha);
  }
  if (effect.type === "finish-track" && track.phase === "verifying") {
    track.phase = "ready";
    if (result.type === "finished") {
      track.head = result.head;
      if (result.on !== undefined) track.folded = { commit: result.head, on: result.on };
      track.verification = { ...track.verification, head: result.head };
    }
    say(draft, track.issue, { type: "track-ready" });
  }
}

/** It is folded away once nobody has to do anything about it any more. */
function rememberCall(track: Track, node: string, notices: readonly Notice[]): void {
  const about = askingIn(notices).map(({ type, task }) => (task ? { notice: type, task } : { notice: type }));
  if (about.length === 0) return;
  const others = (track.calls ?? []).filter((call) => call.node !== node);
  track.calls = [...others, { node, about }].slice(-mostCalls);
}

/** A run that was started holds its jobs from now on; one that has ended without a word has lost them. */
function settleDispatch(
  draft: Draft,
  batch: number,
  { run, ended }: Extract<EffectResult, { type: "dispatched" }>,
): void {
  for (const job of jobsOfBatch(draft.track, batch)) {
    if (ended) lose(draft, job, "Its runs end before they begin; their logs under Actions say why.");
    else replaceJob(draft, job, claimed(job, run));
  }
}

function claimed(job: DispatchedJob, run: number) {
  const { lost } = job;
  const ref = lost === undefined ? refOf(job) : { ...refOf(job), lost };
  return { ...ref, ...legOf(job), state: "claimed" as const, run: { id: run, attempt: 1 } };
}

const resumable: Effect["type"][] = ["dispatch", "finish-track"];
/** What is not worth a word: the work goes on without it. */
const silent: Effect["type"][] = ["react", "say", "show-health", "show-track", "show-form", "mark-issue"];

/** What keeps a plan from being folded in and archived until people change it. */
const needsPlan: Failure["code"][] = ["spec-deltas", "text-changed"];

/** Nothing was archived, so people can approve the plan once more: as they change it, or as it is on the branch. */
function reopenPlan(draft: Draft, { code }: Failure): void {
  const { archived: _, ...open } = draft.track;
  draft.track = open;
  const { approved } = open.plan;
  if (!approved || code !== "text-changed") return;
  // By its tree alone it differs from what is there now: gsd has added to that.
  const { sources: __, ...lost } = approved;
  open.plan = { ...open.plan, approved: lost };
}

/** An effect that fails for good becomes a person's, and never blocks the rest. */
function settleFailed(draft: Draft, effect: Effect, failure: Failure): void {
  if (effect.type === "finish-track" && needsPlan.includes(failure.code)) reopenPlan(draft, failure);
  const { track } = draft;
  if (effect.type === "merge-task") return failMerge(draft, effect, failure);
  if (effect.type === "merge-rollback") return failRollbackMerge(draft, effect, failure);
  if (effect.type === "update-branch") return failUpdate(draft, effect, failure);
  if (silent.includes(effect.type)) return;
  // Somebody pushed between the verification and our last commit.
  if (effect.type === "finish-track" && failure.code === "head-moved") return headMoved(draft);
  if (effect.type === "reopen-pull") return failReopening(draft, effect.pull, failure);
  if (effect.type === "restore-branch") return loseWork(draft, effect);
  if (effect.type === "request-review") {
    // GitHub takes no request for the author's own review, or for that of people without access.
    return say(draft, effect.pull, { type: "review-wanted", task: effect.task, people: effect.people });
  }
  if (effect.type === "dispatch" && !isOpen(track)) {
    for (const job of jobsOfBatch(track, effect.batch)) {
      removeJob(draft, job);
      endJob(draft, job, { outcome: "config", reason: failure.text });
    }
    return;
  }
  if (effect.type === "dispatch") {
    for (const job of jobsOfBatch(track, effect.batch)) replaceJob(draft, job, requeued(job));
  }
  const trouble =
    effect.type === "dispatch" && failure.code === "stub-outdated"
      ? { type: "stub-outdated" as const, text: failure.text.slice(0, 2_000) }
      : { type: "effect-failed" as const, effect: effect.type, failure };
  track.trouble = trouble;
  // Paused, so that nothing is tried over and over, and `/resume` tries again.
  if (resumable.includes(effect.type)) track.paused = true;
  if (effect.type === "start-track") {
    stopWork(draft);
    track.phase = "failed";
  }
  say(draft, track.issue, trouble);
}

/** GitHub merges it when its turn comes. */
function queueTask(
  { track, moment }: Draft,
  { task: id, sha }: Extract<Effect, { type: "merge-task" }>,
): void {
  const known = track.tasks[id];
  if (known?.proposal?.head !== sha) return;
  track.tasks[id] = { ...known, proposal: { ...known.proposal, queuedAt: moment.now } };
}

/** A task that was retried, skipped or merged by hand meanwhile has left this merge behind. */
function failMerge(draft: Draft, effect: Extract<Effect, { type: "merge-task" }>, failure: Failure): void {
  const { task: id, pull, sha } = effect;
  const task = draft.track.tasks[id];
  if (task?.status !== "review" || task.proposal?.pull !== pull || task.proposal.head !== sha) return;
  if (failure.code === "conflict") return startCatchUp(draft, id, true);
  const trouble = { type: "merge-failed" as const, task: id, pull, failure };
  handToPerson(draft, id, task, trouble);
  const handed = draft.track.tasks[id];
  // The new head is checked and reviewed before anybody is asked again.
  if (failure.code === "head-moved" && handed) draft.track.tasks[id] = { ...handed, status: "review" };
  say(draft, pull, trouble);
}

function failRollbackMerge(
  draft: Draft,
  effect: Extract<Effect, { type: "merge-rollback" }>,
  failure: Failure,
): void {
  const rollback = draft.track.rollbacks.find(
    (one) => one.proposal?.pull === effect.pull && one.status === "open",
  );
  if (!rollback?.proposal) return;
  const { approval: _, approvals: __, ...proposal } = rollback.proposal;
  const { task, attempt } = rollback;
  const trouble = { type: "rollback-not-merged" as const, task, attempt, failure };
  replaceRollback(draft, { ...settled(rollback), proposal, trouble });
  say(draft, effect.pull, trouble);
}

import { batchKey } from "../codec/keys.ts";
import type { Facts } from "../model/facts.ts";
import { isWell } from "../model/health.ts";
import type { TaskId } from "../model/ids.ts";
import { isOpen, type PlanDocument, taskEntries } from "../model/track.ts";
import { claimInline, type Run } from "./claim.ts";
import { type Draft, enqueue, liveJob, queueJob } from "./draft.ts";
import { advanceHealth } from "./health.ts";
import { mergeWhatIsApproved } from "./merge-approved.ts";
import { noticePlan } from "./notice-plan.ts";
import { noticePulls } from "./notice-pulls.ts";
import { noticeRuns } from "./notice-runs.ts";
import { findReady } from "./ready.ts";
import { failVerification } from "./record-failure.ts";

/** A matrix holds 256 jobs; larger batches go out in portions. */
const portion = 256;

/** The one place that finds what is due: what is ready is queued, what is approved and green is merged. */
export function advance(draft: Draft, facts: Facts, inline?: { task?: TaskId; run: Run }): void {
  const { track } = draft;
  noticeRuns(draft, facts);
  noticePulls(draft, facts);
  if (isOpen(track) && !track.paused) {
    if (track.phase === "proposed") noticePlan(draft, facts);
    if (!modelWaits(draft)) startWork(draft);
    mergeWhatIsApproved(draft, facts);
  }
  if (inline) claimInline(draft, inline.task, inline.run);
  // A track that is over has only rollbacks to run, and no `/resume`.
  if (!track.paused || !isOpen(track)) dispatchQueued(draft);
}

function startWork(draft: Draft): void {
  const { track } = draft;
  if (track.phase === "planning") advancePlanning(draft);
  if (track.phase === "executing") advanceTasks(draft);
  if (track.phase === "verifying") advanceVerification(draft);
  if (["planning", "proposed", "executing"].includes(track.phase)) advanceHealth(draft);
}

/** Whether the provider's limit still holds; the first loop after it goes on by itself. */
function modelWaits({ track, moment }: Draft): boolean {
  if (track.notBefore === undefined) return false;
  if (track.notBefore > moment.now) return true;
  delete track.notBefore;
  if (track.trouble?.code === "model-waits") delete track.trouble;
  return false;
}

const documents: PlanDocument[] = ["spec", "arch", "qa"];

function advancePlanning(draft: Draft): void {
  const { plan } = draft.track;
  const missing = documents.filter((name) => !plan.documents.includes(name));
  for (const name of missing) queuePlanner(draft, `plan-${name}`);
  if (missing.length === 0) queuePlanner(draft, "backlog");
}

function queuePlanner(draft: Draft, kind: "plan-spec" | "plan-arch" | "plan-qa" | "backlog"): void {
  const { plan } = draft.track;
  if (liveJob(draft.track, kind)) return;
  const attempt = (plan.attempts[kind] ?? 0) + 1;
  plan.attempts[kind] = attempt;
  queueJob(draft, kind, attempt);
}

function advanceTasks(draft: Draft): void {
  const { track } = draft;
  // On a base that is broken nobody could tell whose fault a failing check is.
  for (const id of isWell(track) ? findReady(track) : []) startTask(draft, id);
  for (const [id, task] of taskEntries(track)) {
    if (task.status !== "review" || task.ready || !task.head || !task.pull) continue;
    if (liveJob(track, "review", id)) continue;
    task.reviews += 1;
    queueJob(draft, "review", task.reviews, id);
  }
  const open = taskEntries(track).some(
    ([, task]) => task.status !== "completed" && task.status !== "skipped",
  );
  if (open) return;
  if (track.verification.outcome && track.verification.outcome !== "done") return;
  track.phase = "verifying";
  advanceVerification(draft);
}

function startTask(draft: Draft, id: TaskId): void {
  const task = draft.track.tasks[id]!;
  task.status = "in_progress";
  task.attempts += 1;
  task.runs += 1;
  queueJob(draft, "task", task.runs, id);
}

function advanceVerification(draft: Draft): void {
  const { track } = draft;
  const { verification } = track;
  if (liveJob(track, "verify")) return;
  if (verification.outcome === "done") {
    enqueue(draft, `${track.issue}/finish-track/-/${verification.runs}`, { type: "finish-track" });
    return;
  }
  if (verification.attempts >= track.config.limits.attempts) {
    failVerification(draft, { outcome: "crashed" });
    return;
  }
  verification.attempts += 1;
  verification.runs += 1;
  queueJob(draft, "verify", verification.runs);
}

/** Queued jobs leave in batches, each one workflow run. */
function dispatchQueued(draft: Draft): void {
  const { track } = draft;
  const queued = track.jobs.filter((job) => job.state === "queued");
  for (let start = 0; start < queued.length; start += portion) {
    const batch = ++track.batches;
    for (const job of queued.slice(start, start + portion)) {
      job.state = "dispatched";
      job.batch = batch;
    }
    enqueue(draft, batchKey.format({ issue: track.issue, batch }), { type: "dispatch", batch });
  }
}

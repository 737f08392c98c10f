import { calm, closePull, type Draft, dropWork, settled } from "../jobs/draft.ts";
import { restarted } from "../jobs/fail-task.ts";
import { checkAgain, mayCheckAgain } from "../jobs/health.ts";
import { isHeld } from "../jobs/start-jobs.ts";
import { startUpdate } from "../jobs/update.ts";
import { reopen, verifyAgain } from "../jobs/verify-again.ts";
import type { Choice } from "../model/config/selection.ts";
import type { Facts } from "../model/facts.ts";
import type { TaskId } from "../model/ids.ts";
import type { Resume } from "../model/job.ts";
import type { Report } from "../model/report.ts";
import { isQuick } from "../model/route.ts";
import type { TrackTask } from "../model/task.ts";
import { isOpen, type Track, taskEntries } from "../model/track.ts";
import { endTrack } from "./end-track.ts";
import { accepted, type Reply, refuse } from "./on-commented.ts";
import { hear, heardNotice, type Saying } from "./revise.ts";

type Retry = Saying & { task: TaskId; fresh: boolean; run: number | undefined } & {
  [K in keyof Choice]: Choice[K] | undefined;
};

/** `/retry T03 [text]`: runs a task again on the track branch as it is now, from where it stopped unless `fresh`, with what people said. */
export function retry(
  draft: Draft,
  facts: Facts,
  { task: id, fresh, run, engine, model, ...saying }: Retry,
): Reply {
  const { track } = draft;
  const known = track.tasks[id];
  if (!known) return refuse({ type: "unknown-task", task: id });
  if (!["executing", "verifying", "ready"].includes(track.phase)) {
    return refuse({ type: "not-executing", command: "retry" });
  }
  if (!["failed", "needs_input", "skipped", "review"].includes(known.status)) {
    return refuse({ type: "cannot-retry", task: id });
  }
  if (run !== undefined && run !== known.runs) return refuse({ type: "task-moved-on", task: id });
  if (isTheirs(known, facts)) return refuse({ type: "hands-off", task: id });
  dropWork(draft, id);
  const heard = hear(facts, known, saying);
  const { onHead: _, resume: __, ...rest } = known;
  const others = fresh ? [] : known.feedback.filter(({ type }) => type !== "words");
  const afresh = { ...restarted(rest, [...others, ...heard.words]), attempts: 0 };
  const resume = fresh ? undefined : resumeOf(known, facts, heard.words.length > 0);
  const next: TrackTask = resume ? { ...afresh, resume } : afresh;
  track.tasks[id] = engine || model ? { ...next, wish: wishOf(engine, model) } : next;
  reopen(draft);
  verifyAgain(draft);
  calm(draft);
  return heard.words.length > 0 ? { ok: true, notice: heardNotice(id, heard) } : accepted;
}

/** Whether people pushed to a task's branch, also where nobody has noticed it yet. */
function isTheirs({ proposal }: TrackTask, { pulls }: Facts): boolean {
  if (!proposal) return false;
  const pull = pulls[proposal.pull];
  return proposal.handsOff || (pull?.state === "open" && pull.head !== proposal.head);
}

/** What it goes on from: the work that was kept, or its open pull request. Whoever made it has to look at it again to hear what people said. */
function resumeOf({ resume, proposal }: TrackTask, facts: Facts, isHeard: boolean): Resume | undefined {
  if (resume) return isHeard ? { ...resume, done: [] } : resume;
  const isOpenPull = proposal !== undefined && facts.pulls[proposal.pull]?.state === "open";
  return isOpenPull ? { commit: proposal.head, done: [] } : undefined;
}

function wishOf(engine: Choice["engine"], model: string | undefined): Choice {
  if (engine === undefined) return model === undefined ? {} : { model };
  return model === undefined ? { engine } : { engine, model };
}

/** `/review T03`: reviewers look again at the head as it is. */
export function reviewAgain(draft: Draft, id: TaskId): Reply {
  const { track } = draft;
  const known = track.tasks[id];
  if (!known) return refuse({ type: "unknown-task", task: id });
  if (track.phase !== "executing") return refuse({ type: "not-executing", command: "review" });
  const open = known.status === "review" || known.status === "needs_input";
  if (!open || !known.proposal) return refuse({ type: "cannot-review", task: id });
  dropWork(draft, id);
  const { readyAt: _, approval: __, approvals: ___, fresh: ____, ...proposal } = known.proposal;
  // Rules were applied to this very head, and reviewers do not repeat them.
  const findings = proposal.findings.filter(({ rule }) => rule !== undefined);
  track.tasks[id] = { ...settled(known), status: "review", proposal: { ...proposal, findings } };
  return { ok: true, notice: { type: "review-asked", task: id } };
}

/** `/budget +5`: what stopped at the limit goes on. */
export function addBudget(draft: Draft, usd: number): Reply {
  const { track } = draft;
  const stopped = track.trouble?.type === "planning-failed" && track.trouble.why.outcome === "budget";
  if (!isOpen(track) && !stopped) return refuse({ type: "track-over", command: "budget" });
  track.extraUsd = Math.round((track.extraUsd + usd) * 100) / 100;
  return { ok: true, notice: { type: "budget-added", usd, resumed: goOn(draft, stopped) } };
}

/** Everything that the budget stopped starts again; its names. */
function goOn(draft: Draft, planning: boolean): string[] {
  const { track } = draft;
  const names: string[] = taskEntries(track).flatMap(([id, task]) =>
    resumeTask(draft, id, task) ? [id] : [],
  );
  names.push(...resumeReports(draft));
  if (planning) {
    draft.track = { ...settled(track), phase: "planning" };
    draft.track.plan = { ...track.plan, attempts: 0 };
    names.push("Planning");
  }
  const { status, trouble, thread = track.issue } = track.update ?? {};
  if (status === "stuck" && trouble?.type === "conflict" && trouble.tried?.outcome === "budget") {
    startUpdate(draft, { thread });
    names.push("The update");
  }
  if (track.verification.outcome === "budget") {
    verifyAgain(draft);
    calm(draft);
    names.push("Verification");
  }
  return names;
}

/** Questions that the budget stopped are asked again. */
function resumeReports({ track }: Draft): string[] {
  const isStopped = ({ trouble }: Report) =>
    trouble?.type === "report-failed" && trouble.why.outcome === "budget";
  const stopped = track.reports.filter(isStopped).map(({ recipe }) => `\`${recipe}\``);
  track.reports = track.reports.map((report) =>
    isStopped(report) ? { ...settled(report), status: "pending", attempts: 0 } : report,
  );
  return stopped;
}

function resumeTask({ track }: Draft, id: TaskId, task: TrackTask): boolean {
  const { trouble } = task;
  const isStopped = trouble !== undefined && "why" in trouble && trouble.why.outcome === "budget";
  if (!isStopped) return false;
  const goesOn = task.status === "needs_input";
  track.tasks[id] = goesOn ? { ...settled(task), status: "review" } : restarted(task, task.feedback);
  track.tasks[id] = { ...track.tasks[id], attempts: 0 };
  return true;
}

/** `/skip T03`: goes on without a task; its branch stays. */
export function skip(draft: Draft, id: TaskId): Reply {
  const { track } = draft;
  const known = track.tasks[id];
  if (!known) return refuse({ type: "unknown-task", task: id });
  if (track.phase !== "executing") return refuse({ type: "not-executing", command: "skip" });
  if (isQuick(track)) return refuse({ type: "one-task", task: id });
  if (known.status === "completed" || known.status === "skipped" || known.status === "in_progress") {
    return refuse({ type: "cannot-skip", task: id });
  }
  dropWork(draft, id);
  const { proposal } = known;
  const skipped: TrackTask = { ...settled(known), status: "skipped" };
  track.tasks[id] = skipped;
  if (proposal) {
    const { approval: _, approvals: __, ...unapproved } = proposal;
    track.tasks[id] = { ...skipped, proposal: unapproved };
    closePull(draft, proposal.pull);
  }
  return { ok: true, notice: { type: "skipped", task: id } };
}

/** `/pause`: what runs may finish; nothing new starts and nothing is merged. */
export function pause({ track }: Draft): Reply {
  if (!isOpen(track)) return refuse({ type: "track-over", command: "pause" });
  if (track.closed && !track.closed.paused) {
    track.closed = { ...track.closed, paused: true };
    return { ok: true, notice: { type: "paused", running: 0 } };
  }
  if (track.paused) return refuse({ type: "paused-already" });
  track.paused = true;
  return { ok: true, notice: { type: "paused", running: track.jobs.length } };
}

/** `/resume`: goes on, also after a verification that did not pass, or a base that was broken. */
export function resume(draft: Draft): Reply {
  if (!isOpen(draft.track) && !isHeld(draft.track)) return refuse({ type: "track-over", command: "resume" });
  const unverified = isUnverified(draft.track);
  const unwell = mayCheckAgain(draft.track);
  if (!draft.track.paused && !unverified && !unwell) return refuse({ type: "not-paused" });
  calm(draft);
  draft.track.paused = false;
  if (unwell) checkAgain(draft);
  if (unverified) verifyAgain(draft);
  return accepted;
}

export function isUnverified({ phase, verification }: Track): boolean {
  return phase === "executing" && (verification.outcome ?? "done") !== "done";
}

/** `/cancel`: ends the runs and closes the pull requests; branches stay, and `/resume` brings all of it back. */
export function cancel(draft: Draft): Reply {
  if (!isOpen(draft.track)) return refuse({ type: "track-over", command: "cancel" });
  return { ok: true, notice: { type: "cancelled", runs: endTrack(draft, "command") } };
}

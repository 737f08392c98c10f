import { jobKey } from "../../codec/keys.ts";
import type { Instant, TaskId } from "../../model/ids.ts";
import type { HistoryRow, JobRef, Outcome } from "../../model/job.ts";
import { isOpen, type Track } from "../../model/track.ts";
import { nextStep } from "../next-step.ts";
import { boxesOf } from "./boxes-of.ts";

/** Failures of one piece of work that nothing good has followed yet. */
export interface OpenFailure {
  issue: number;
  /** What failed last. */
  job: JobRef;
  /** Why it failed last, and how often it failed in a row. */
  outcome: Outcome;
  count: number;
  /** The run that has the log. */
  run: number | undefined;
  at: Instant;
  /** What a person can do, if anything. */
  next: "tick" | "retry" | "approve-edit" | "resume" | "start-over" | "look" | "wait";
}

/** The ledger of failures: what is open, the newest first, and how many a later success has closed. */
export interface FailuresView {
  open: OpenFailure[];
  closed: number;
}

const dayMs = 86_400_000;
/** What ended longer ago is nobody's business any more. */
const mostDays = 30;

export function viewFailures(tracks: readonly Track[], now: Instant): FailuresView {
  const since = new Date(Date.parse(now) - mostDays * dayMs).toISOString();
  const found: FailuresView = { open: [], closed: 0 };
  for (const track of tracks) {
    const rows = track.history.filter(({ at }) => isOpen(track) || at >= since);
    for (const work of byWork(rows).values()) {
      const { left, closed } = failuresIn(work, track);
      found.closed += closed;
      if (left) found.open.push(left);
    }
  }
  found.open.sort((a, b) => b.at.localeCompare(a.at));
  return found;
}

function byWork(rows: readonly HistoryRow[]): Map<string, HistoryRow[]> {
  const found = new Map<string, HistoryRow[]>();
  for (const row of rows) {
    const { kind = "", task = "" } = jobKey.parse(row.job) ?? {};
    const name = `${kind} ${task}`;
    found.set(name, [...(found.get(name) ?? []), row]);
  }
  return found;
}

/** What somebody stopped, and what asks, has not failed. */
function isFailure({ outcome }: HistoryRow): boolean {
  return outcome !== "done" && outcome !== "asked" && outcome !== "cancelled";
}

function failuresIn(rows: readonly HistoryRow[], track: Track): { left?: OpenFailure; closed: number } {
  const failures = rows.filter(isFailure);
  const good = rows.findLastIndex(({ outcome }) => outcome === "done");
  const inARow = rows.slice(good + 1).filter(isFailure);
  const last = inARow.at(-1);
  const job = last && jobKey.parse(last.job);
  if (!last || !job || isSettled(track, job.task)) return { closed: failures.length };
  const left: OpenFailure = {
    issue: track.issue,
    job,
    outcome: last.outcome,
    count: inARow.length,
    run: last.run,
    at: last.at,
    next: nextFor(track, job.task),
  };
  return { left, closed: failures.length - inARow.length };
}

/** Whether it does not matter any more: merged, skipped or given up. */
function isSettled({ phase, tasks }: Track, task: TaskId | undefined): boolean {
  if (phase === "merged" || phase === "cancelled") return true;
  const status = task === undefined ? undefined : tasks[task]?.status;
  return status === "completed" || status === "skipped";
}

function nextFor(track: Track, task: TaskId | undefined): OpenFailure["next"] {
  if (track.phase === "failed") return "start-over";
  if (task !== undefined) {
    const { status, rebase } = track.tasks[task] ?? {};
    if (status !== "failed" && status !== "needs_input") return "wait";
    if (rebase?.status === "proposed") return "approve-edit";
    const hasBox = boxesOf(track).some((box) => box.type === "retry" && box.task === task);
    return hasBox ? "tick" : "retry";
  }
  if (nextStep(track).type === "fix-verification") return "resume";
  return track.trouble || track.health?.trouble ? "look" : "wait";
}

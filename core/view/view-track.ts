import { checkpointTag } from "../codec/branches.ts";
import { runOf } from "../jobs/draft.ts";
import type { Instant, Sha, TaskId } from "../model/ids.ts";
import type { Overruling } from "../model/overruling.ts";
import type { Report } from "../model/report.ts";
import type { Rollback } from "../model/rollback.ts";
import { isOpen, type Phase, type Track, taskEntries } from "../model/track.ts";
import { withExtra } from "../select/budget.ts";
import { type NextStep, nextStep } from "./next-step.ts";
import { type TaskRow, taskRows } from "./task-rows.ts";
import { type RunningJob, viewJob } from "./view-job.ts";
import { type Warning, warningsOf } from "./warnings.ts";
import { type WorkedTime, workedTime } from "./worked-time.ts";

/** How far the plan is. */
export type PlanView =
  | { type: "none" }
  | { type: "proposed"; tree: Sha }
  | { type: "approved"; tree: Sha; by: string };

/** One way in which the plan was: its tree, since when, and what that was to people. */
export interface PlanVersion {
  tree: Sha;
  at: Instant;
  what: "proposed" | "approved" | "edited";
  /** Who approved it. */
  by: string | undefined;
}

export interface RollbackRow {
  tasks: TaskId[];
  status: Rollback["status"];
  pull: number | undefined;
  /** The attempt that it takes back; undefined where it takes tasks back. */
  undoes: number | undefined;
  /** Whether what it took back is there again, or was begun anew. */
  isUndone: boolean;
}

/** A merged task, and where people find the tree as it was then. */
export interface Checkpoint {
  task: TaskId;
  sha: Sha;
  /** The tag that keeps it, once there is one. */
  tag: string | undefined;
}

export interface ReportRow {
  number: number;
  recipe: string;
  by: string;
  status: Report["status"];
  pull: number | undefined;
}

/** What every face shows of a track: the progress comment, `/status`, pages, the command line. */
export interface TrackView {
  issue: number;
  title: string;
  phase: Phase;
  paused: boolean;
  /** The plan's pull request, which becomes the track's. */
  pull: number | undefined;
  progress: { done: number; tasks: number };
  tokens: number;
  money: { usd: number; limitUsd: number };
  plan: PlanView;
  /** How the plan came to be what it is, oldest first. */
  planHistory: PlanVersion[];
  /** How long gsd has been at work, people's time not counted. */
  worked: WorkedTime;
  /** The run that works, or worked last. */
  lastRun: number | undefined;
  /** The default branch conflicts with the track, and who is to settle it. */
  conflict: { settledBy: "gsd" | "person"; files: string[] } | undefined;
  next: NextStep;
  tasks: TaskRow[];
  running: RunningJob[];
  warnings: Warning[];
  rollbacks: RollbackRow[];
  checkpoints: Checkpoint[];
  reports: ReportRow[];
  /** What people approved in spite of objections. */
  overruled: Overruling[];
  /** Nothing new starts before then. */
  notBefore: Instant | undefined;
  sandbox: "bubblewrap" | "off";
  /** Who starts CI on gsd's pull requests: a person, also where it is trusted and `waits` all the same. */
  ci: "manual" | "trusted" | "waits";
}

/** Makes the view of a track from its state. */
export function viewTrack(track: Track): TrackView {
  const tasks = taskRows(track);
  return {
    issue: track.issue,
    title: track.title,
    phase: track.phase,
    paused: track.paused,
    pull: track.pull,
    progress: { done: tasks.filter(({ status }) => status === "completed").length, tasks: tasks.length },
    tokens: track.usage.input + track.usage.output,
    money: { usd: track.usd, limitUsd: withExtra(track.config.budget, track.extraUsd).track },
    plan: viewPlan(track),
    planHistory: planHistory(track.plan),
    worked: workedTime(track),
    lastRun: lastRun(track),
    conflict: viewConflict(track),
    next: nextStep(track),
    tasks,
    running: track.jobs.map(viewJob),
    warnings: warningsOf(track),
    rollbacks: track.rollbacks.map((rollback) => viewRollback(track, rollback)),
    checkpoints: viewCheckpoints(track),
    reports: track.reports.map(viewReport),
    overruled: track.overruled ?? [],
    notBefore: track.notBefore,
    sandbox: track.config.sandbox,
    ci: track.config.ci === "trusted" && track.ciWaits ? "waits" : track.config.ci,
  };
}

function viewPlan({ plan: { approved, proposed } }: Track): PlanView {
  if (approved) return { type: "approved", tree: approved.tree, by: approved.by };
  return proposed ? { type: "proposed", tree: proposed.tree } : { type: "none" };
}

function viewConflict(track: Track): TrackView["conflict"] {
  const { update } = track;
  if (!isOpen(track)) return undefined;
  if (update?.status === "resolving") return { settledBy: "gsd", files: update.files };
  return update?.status === "stuck" ? { settledBy: "person", files: update.files } : undefined;
}

function planHistory({ shown = [], proposed, approved, edited }: Track["plan"]): PlanVersion[] {
  const told = proposed ? [...shown, proposed] : shown;
  // An approval announces once more what it approves.
  const first = told
    .filter(({ tree }, index) => tree !== told[index - 1]?.tree)
    .map((one) => version(one, "proposed"));
  const second = approved ? [{ ...version(approved, "approved"), by: approved.by }] : [];
  const third = edited ? [version(edited, "edited")] : [];
  return [...first, ...second, ...third].toSorted((a, b) => (a.at < b.at ? -1 : 1));
}

function version({ tree, at }: { tree: Sha; at: Instant }, what: PlanVersion["what"]): PlanVersion {
  return { tree, at, what, by: undefined };
}

function lastRun({ jobs, history }: Track): number | undefined {
  return jobs.map(runOf).findLast((run) => run !== undefined) ?? history.at(-1)?.run;
}

function viewRollback(track: Track, { tasks, status, proposal, undoes }: Rollback): RollbackRow {
  const isUndone = tasks.some((id) => track.tasks[id]?.rolledBack === undefined);
  return { tasks, status, pull: proposal?.pull, undoes, isUndone };
}

/** Every task that is merged now. */
function viewCheckpoints(track: Track): Checkpoint[] {
  const { issue, phase } = track;
  return taskEntries(track).flatMap(([task, { status, merge }]) => {
    if (status !== "completed" || !merge) return [];
    return [
      { task, sha: merge, tag: phase === "merged" ? checkpointTag.format({ issue, task }) : undefined },
    ];
  });
}

function viewReport({ number, recipe, by, status, pull }: Report): ReportRow {
  return { number, recipe, by, status, pull };
}

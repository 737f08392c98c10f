import { jobKey } from "../codec/keys.ts";
import type { Config } from "../model/config.ts";
import type { Day } from "../model/day.ts";
import type { Facts } from "../model/facts.ts";
import type { Instant } from "../model/ids.ts";
import type { ClaimedJob, JobRef } from "../model/job.ts";
import type { Track } from "../model/track.ts";
import { formatUsd, withExtra } from "../select/budget.ts";
import { leftToday, reserve, settle } from "../select/reserve.ts";
import type { Draft } from "./draft.ts";

/** What a job may spend: nothing to spend, so much, later, or not until somebody adds to the budget. */
export type Cap =
  | { type: "free" }
  | { type: "paid"; usd: number }
  /** Others hold what is left of a budget: when they are done, there is more. */
  | { type: "wait"; whose: "task" | "track" | "day" }
  | { type: "missing" }
  | { type: "gone"; reason: string };

const budgets = ["task", "track", "day"] as const;

/** Planning, verifying and reporting may spend this many times the budget of a task. */
const sharesOfTrack = 2;

/** Reserves the most that a job may spend, so that jobs that start together cannot spend more than what is left. */
export function decideCap(
  draft: Draft,
  facts: Facts,
  { job, deadline }: { job: JobRef; deadline: Instant },
): Cap {
  const { track } = draft;
  if (!mayPay(track, job)) return { type: "free" };
  const known = draft.day ?? facts.day;
  if (!known) {
    draft.missing.push({ type: "day" });
    return { type: "missing" };
  }
  const key = jobKey.format(job);
  // What its last run had set aside, before it was lost, is its own still.
  const day = { ...known, reserved: without(known.reserved, key) };
  const budget = withExtra(track.config.budget, track.extraUsd);
  const own =
    job.task === undefined ? sharesOfTrack * budget.task : budget.task - (track.tasks[job.task]?.usd ?? 0);
  const left = { task: own, track: budget.track - track.usd, day: budget.day - day.usd };
  const want = rounded(Math.min(left.task, left.track, left.day));
  if (want <= 0) return { type: "gone", reason: describeGone(budget, left) };
  const free = {
    task: own - reservedBy(track, job),
    track: left.track - reservedBy(track),
    day: leftToday(day, budget.day),
  };
  const short = budgets.find((name) => rounded(free[name]) < want);
  if (short) return { type: "wait", whose: short };
  draft.day = reserve(day, key, { usd: want, until: deadline });
  return { type: "paid", usd: want };
}

/** How many plans the rest of a day's budget pays for, and what each may cost; undefined where nothing is paid. */
export function roomForPlans(
  config: Config,
  day: Day,
): { plans: number; leftUsd: number; neededUsd: number } | undefined {
  if (!mayPay({ config, tasks: {} }, { issue: 1, kind: "plan", attempt: 1 })) return undefined;
  const { budget } = config;
  const neededUsd = rounded(Math.min(sharesOfTrack * budget.task, budget.track, budget.day - day.usd));
  const leftUsd = leftToday(day, budget.day);
  return { plans: neededUsd > 0 ? Math.floor(rounded(leftUsd / neededUsd)) : 0, leftUsd, neededUsd };
}

/** Without the noise of binary fractions: a millionth of a millionth is nothing to start a job with. */
function rounded(usd: number): number {
  return Math.round(usd * 1e6) / 1e6;
}

function without<T>(table: Record<string, T>, key: string): Record<string, T> {
  const { [key]: _, ...rest } = table;
  return rest;
}

/** A run that was lost will never say what it spent: what was set aside for it counts. */
export function bookLost(draft: Draft, facts: Facts, job: ClaimedJob): void {
  if (job.capUsd === undefined) return;
  const day = draft.day ?? facts.day;
  if (!day) return void draft.missing.push({ type: "day" });
  const reserved = day.reserved[jobKey.format(job)];
  // Set aside on another day, it is booked there when its time is up.
  if (reserved) draft.day = settle(day, jobKey.format(job), reserved.usd);
}

/** What was set aside for jobs that were dropped before a run held them is there for others. */
export function free(draft: Draft, facts: Facts): void {
  const { freed = [] } = draft;
  if (freed.length === 0) return;
  const day = draft.day ?? facts.day;
  if (!day) return void draft.missing.push({ type: "day" });
  const reserved = freed.filter((key) => Object.hasOwn(day.reserved, key));
  if (reserved.length > 0) draft.day = reserved.reduce((rest, key) => settle(rest, key, 0), day);
}

/** Whether any engine that may do it asks a model. */
function mayPay({ config, tasks }: Pick<Track, "config" | "tasks">, job: JobRef): boolean {
  const task = job.task === undefined ? undefined : tasks[job.task];
  const engines = [
    config.engine,
    config.fallback?.engine,
    ...Object.values(config.roles).map(({ engine }) => engine),
    task?.engine,
    task?.wish?.engine,
  ];
  return engines.some((engine) => engine !== undefined && engine !== "script");
}

/** What jobs under way may still spend, of a task or of the whole track; those that were dropped, too, until they end. */
function reservedBy({ jobs, leaving }: Track, of?: JobRef): number {
  const counted = [...jobs, ...leaving].filter(
    (job) => of === undefined || (of.task !== undefined && job.task === of.task),
  );
  return counted.reduce((sum, job) => sum + (job.state === "queued" ? 0 : (job.capUsd ?? 0)), 0);
}

function describeGone(
  budget: Record<"task" | "track" | "day", number>,
  left: Record<"task" | "track" | "day", number>,
): string {
  const whose = budgets.find((name) => rounded(left[name]) <= 0) ?? "track";
  return `The ${whose}'s budget of ${formatUsd(budget[whose])} is spent.`;
}

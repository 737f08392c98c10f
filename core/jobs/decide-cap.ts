import { jobKey } from "../codec/keys.ts";
import type { Facts } from "../model/facts.ts";
import type { Instant } from "../model/ids.ts";
import type { JobRef } from "../model/job.ts";
import type { Track } from "../model/track.ts";
import { formatUsd, withExtra } from "../select/budget.ts";
import { leftToday, reserve } from "../select/reserve.ts";
import type { Draft } from "./draft.ts";

/** What a job may spend: nothing to spend, so much, later, or not until somebody adds to the budget. */
export type Cap =
  | { type: "free" }
  | { type: "paid"; usd: number }
  | { type: "wait" }
  | { type: "missing" }
  | { type: "gone"; reason: string };

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
  const day = draft.day ?? facts.day;
  if (!day) {
    draft.missing.push({ type: "day" });
    return { type: "missing" };
  }
  const budget = withExtra(track.config.budget, track.extraUsd);
  const own =
    job.task === undefined ? sharesOfTrack * budget.task : budget.task - (track.tasks[job.task]?.usd ?? 0);
  const spent = { task: own, track: budget.track - track.usd, day: budget.day - day.usd };
  const want = Math.min(spent.task, spent.track, spent.day);
  if (want <= 0) return { type: "gone", reason: describeGone(budget, spent) };
  const free = Math.min(
    own - reservedBy(track, job),
    spent.track - reservedBy(track),
    leftToday(day, budget.day),
  );
  // Others hold what is left: when they are done, there is more.
  if (free < want) return { type: "wait" };
  draft.day = reserve(day, jobKey.format(job), { usd: want, until: deadline });
  return { type: "paid", usd: want };
}

/** Whether any engine that may do it asks a model. */
function mayPay({ config, tasks }: Track, job: JobRef): boolean {
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

/** What jobs under way may still spend, of a task or of the whole track. */
function reservedBy({ jobs }: Track, of?: JobRef): number {
  const counted = jobs.filter((job) => of === undefined || (of.task !== undefined && job.task === of.task));
  return counted.reduce((sum, job) => sum + (job.state === "queued" ? 0 : (job.capUsd ?? 0)), 0);
}

function describeGone(
  budget: Record<"task" | "track" | "day", number>,
  left: Record<"task" | "track" | "day", number>,
): string {
  const whose = (["task", "track", "day"] as const).find((name) => left[name] <= 0) ?? "track";
  return `The ${whose}'s budget of ${formatUsd(budget[whose])} is spent.`;
}

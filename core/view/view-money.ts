import type { Instant } from "../model/ids.ts";
import type { Track } from "../model/track.ts";
import { type DatedDay, type Spending, viewSpending, weekOf } from "./view-spending.ts";

const dayMs = 86_400_000;

/** What a repository spends: today, this week and this month (UTC). */
export interface MoneyView {
  todayUsd: number;
  /** Set aside for jobs that run. */
  heldUsd: number;
  /** `budget.day`; absent where the configuration cannot be read. */
  limitUsd: number | undefined;
  weekUsd: number;
  monthUsd: number;
  /** Days of this week on which something was spent, newest first. */
  days: Spending[];
  /** What cost most this month. */
  models: Spending[];
  tracks: Spending[];
}

/** The days of this week and this month up to now, newest first. */
export function datesToCount(now: Instant): string[] {
  const today = now.slice(0, 10);
  const first = [weekOf(today), `${today.slice(0, 8)}01`].toSorted()[0] ?? today;
  const count = (Date.parse(today) - Date.parse(first)) / dayMs + 1;
  return Array.from({ length: count }, (_, at) =>
    new Date(Date.parse(today) - at * dayMs).toISOString().slice(0, 10),
  );
}

interface Input {
  now: Instant;
  days: readonly DatedDay[];
  tracks: readonly Track[];
  limitUsd: number | undefined;
}

/** How many models and tracks are named. */
const mostNamed = 5;

export function viewMoney({ now, days, tracks, limitUsd }: Input): MoneyView {
  const month = viewSpending({ days, tracks, now, since: `${now.slice(0, 8)}01`, limitUsd });
  const week = viewSpending({ days, tracks, now, since: weekOf(now.slice(0, 10)), limitUsd });
  const held = month.reservations.reduce((sum, { usd }) => sum + usd, 0);
  return {
    todayUsd: month.today.usd,
    heldUsd: Math.round(held * 1e6) / 1e6,
    limitUsd,
    weekUsd: week.totalUsd,
    monthUsd: month.totalUsd,
    days: week.days.toReversed(),
    models: month.models.slice(0, mostNamed),
    tracks: month.tracks.slice(0, mostNamed),
  };
}

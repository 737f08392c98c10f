import { jobKey } from "../codec/keys.ts";
import type { Day } from "../model/day.ts";
import type { Instant } from "../model/ids.ts";
import type { Track } from "../model/track.ts";

/** What a day, a week, a model or a track came to. */
export interface Spending {
  name: string;
  usd: number;
  jobs: number;
}

/** Money that is set aside for a job that has not ended, or never said that it did. */
export interface OpenReservation {
  job: string;
  usd: number;
  until: Instant;
  /** Its time is up: it counts as spent. */
  expired: boolean;
}

/** What a repository spends. */
export interface SpendingView {
  today: { date: string; usd: number; reservedUsd: number; limitUsd: number | undefined };
  totalUsd: number;
  reservations: OpenReservation[];
  days: Spending[];
  weeks: Spending[];
  models: Spending[];
  tracks: Spending[];
}

export interface DatedDay {
  date: string;
  day: Day;
}

export interface SpendingInput {
  days: readonly DatedDay[];
  tracks: readonly Track[];
  now: Instant;
  /** From this day on; reservations and today are told in any case. */
  since: string | undefined;
  /** `budget.day` of the configuration, where it can be read. */
  limitUsd: number | undefined;
}

interface Booking {
  date: string;
  job: string | undefined;
  usd: number;
}

/** Adds up the days' files; who did a job is known by the history of its track. */
export function viewSpending({ days, tracks, now, since = "", limitUsd }: SpendingInput): SpendingView {
  const bookings = days.filter(({ date }) => date >= since).flatMap(bookingsOf);
  const modelOf = modelsByJob(tracks);
  const titles = new Map(tracks.map(({ issue, title }) => [issue, title]));
  const reservations = days
    .flatMap(({ day }) => openIn(day, now))
    .toSorted((a, b) => (a.until < b.until ? -1 : 1));
  const date = now.slice(0, 10);
  const today = days.find((one) => one.date === date)?.day;
  return {
    today: { date, usd: today?.usd ?? 0, reservedUsd: sum(Object.values(today?.reserved ?? {})), limitUsd },
    totalUsd: sum(bookings),
    reservations,
    days: group(bookings, (one) => one.date).toSorted(byName),
    weeks: group(bookings, (one) => weekOf(one.date)).toSorted(byName),
    models: group(bookings, ({ job }) => (job && modelOf.get(job)) || "not known").toSorted(byCost),
    tracks: group(bookings, ({ job }) => trackName(job, titles)).toSorted(byCost),
  };
}

/** What jobs came to; and what was booked for runs that were lost and went out again under the same key. */
function bookingsOf({ date, day }: DatedDay): Booking[] {
  const settled = Object.entries(day.settled).map(([job, usd]) => ({ date, job, usd }));
  const rest = rounded(day.usd - sum(settled));
  return rest > 0 ? [...settled, { date, job: undefined, usd: rest }] : settled;
}

function modelsByJob(tracks: readonly Track[]): Map<string, string> {
  return new Map(
    tracks.flatMap(({ history }) =>
      history.flatMap(({ job, model, by }) => (model || by ? [[job, model ?? by ?? ""] as const] : [])),
    ),
  );
}

function openIn({ reserved }: Day, now: Instant): OpenReservation[] {
  return Object.entries(reserved).map(([job, { usd, until }]) => ({ job, usd, until, expired: until < now }));
}

function group(bookings: readonly Booking[], nameOf: (booking: Booking) => string): Spending[] {
  const found = new Map<string, Spending>();
  for (const booking of bookings) {
    const name = nameOf(booking);
    const { usd, jobs } = found.get(name) ?? { usd: 0, jobs: 0 };
    found.set(name, { name, usd: rounded(usd + booking.usd), jobs: jobs + (booking.job ? 1 : 0) });
  }
  return [...found.values()];
}

function trackName(job: string | undefined, titles: ReadonlyMap<number, string>): string {
  const issue = job === undefined ? undefined : jobKey.parse(job)?.issue;
  if (issue === undefined) return "lost runs";
  return `#${issue} ${titles.get(issue) ?? ""}`.trim();
}

/** The Monday that a week begins with. */
export function weekOf(date: string): string {
  const day = new Date(`${date}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7));
  return day.toISOString().slice(0, 10);
}

function sum(amounts: readonly { usd: number }[]): number {
  return rounded(amounts.reduce((total, { usd }) => total + usd, 0));
}

/** Without the noise of binary fractions. */
function rounded(usd: number): number {
  return Math.round(usd * 1e6) / 1e6;
}

function byName(a: Spending, b: Spending): number {
  return a.name < b.name ? -1 : 1;
}

function byCost(a: Spending, b: Spending): number {
  return b.usd - a.usd || byName(a, b);
}

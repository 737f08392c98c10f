import { jobKey } from "../codec/keys.ts";
import type { HistoryRow } from "../model/job.ts";
import type { Manifest } from "../model/manifest.ts";

/** What some jobs came to, under one name. */
export interface Cost {
  name: string;
  usd: number;
  tokens: number;
  jobs: number;
}

/** What a track's jobs came to, looked at from three sides. */
export interface CostView {
  total: Cost;
  /** By date, oldest first, with the days between on which nothing was spent. */
  days: Cost[];
  /** The dearest first, as the next. */
  models: Cost[];
  kinds: Cost[];
}

const dayMs = 86_400_000;
const mostDays = 366;

/** Adds up history rows. A job is booked on the day on which it ended. */
export function costsOf(rows: readonly HistoryRow[]): CostView {
  return {
    total: addUp("all", rows),
    days: withGaps(group(rows, ({ at }) => at.slice(0, 10))),
    models: group(rows, ({ model, by }) => model ?? by ?? "not known").toSorted(byCost),
    kinds: group(rows, ({ job }) => jobKey.parse(job)?.kind ?? "not known").toSorted(byCost),
  };
}

/** What the members of some crews came to, by their role; the dearest first. */
export function roleCosts(journals: readonly Pick<Manifest, "steps">[]): Cost[] {
  const found = new Map<string, Cost>();
  for (const step of journals.flatMap(({ steps }) => steps)) {
    if (step.type !== "agent") continue;
    const { role: name } = step;
    const known = found.get(name) ?? { name, usd: 0, tokens: 0, jobs: 0 };
    const usd = Math.round((known.usd + step.usd) * 1e6) / 1e6;
    found.set(name, {
      name,
      usd,
      tokens: known.tokens + step.usage.input + step.usage.output,
      jobs: known.jobs + 1,
    });
  }
  return [...found.values()].toSorted(byCost);
}

function group(rows: readonly HistoryRow[], nameOf: (row: HistoryRow) => string): Cost[] {
  const found = new Map<string, HistoryRow[]>();
  for (const row of rows) found.set(nameOf(row), [...(found.get(nameOf(row)) ?? []), row]);
  return [...found].map(([name, some]) => addUp(name, some));
}

function addUp(name: string, rows: readonly HistoryRow[]): Cost {
  const usd = rows.reduce((sum, row) => sum + (row.usd ?? 0), 0);
  const tokens = rows.reduce((sum, row) => sum + (row.tokens ?? 0), 0);
  return { name, usd: Math.round(usd * 1e6) / 1e6, tokens, jobs: rows.length };
}

/** A plot by day has a place for every day. */
function withGaps(days: readonly Cost[]): Cost[] {
  const known = new Map(days.map((day) => [day.name, day]));
  const dates = [...known.keys()].toSorted();
  const [first, last] = [Date.parse(dates[0] ?? ""), Date.parse(dates.at(-1) ?? "")];
  if (Number.isNaN(first) || (last - first) / dayMs > mostDays) return [...days];
  const all: Cost[] = [];
  for (let at = first; at <= last; at += dayMs) {
    const name = new Date(at).toISOString().slice(0, 10);
    all.push(known.get(name) ?? { name, usd: 0, tokens: 0, jobs: 0 });
  }
  return all;
}

function byCost(a: Cost, b: Cost): number {
  return b.usd - a.usd || b.tokens - a.tokens || (a.name < b.name ? -1 : 1);
}

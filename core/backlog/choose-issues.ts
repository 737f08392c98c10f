import type { Nightly } from "../model/config/nightly.ts";
import type { Instant } from "../model/ids.ts";
import { isInWindow } from "./is-in-window.ts";
import type { Place } from "./order-backlog.ts";

/** What becomes of an issue of the backlog this time. */
export type Verdict =
  | { type: "start" }
  /** Its turn comes when there is room. */
  | { type: "later" }
  | { type: "waits" }
  /** Nobody has read what it waits for: there was too much to read. */
  | { type: "unread" }
  /** Its track ended, and the issue is open: a person decides whether it is planned again. */
  | { type: "over" }
  /** Whoever asked for it has no write access, or nobody knows who it was. */
  | { type: "not-asked"; by: string | undefined };

/** A line of the night's plan. */
export interface NightRow extends Place {
  verdict: Verdict;
}

/** Why nothing more was started. */
export type Stop =
  /** All that could start did, or waits for something. */
  | { type: "nothing-left" }
  | { type: "window"; window: string }
  | { type: "tracks"; open: number; limit: number }
  | { type: "budget"; leftUsd: number; neededUsd: number }
  /** So many were looked up that the rest has to wait for the next time. */
  | { type: "lookups"; limit: number };

export interface Night {
  rows: NightRow[];
  stop: Stop;
}

/** Who asked for an issue to be planned, as far as GitHub knows. */
export interface Asker {
  login: string;
  /** Whether they may ask for it; undefined while nobody has looked. */
  may: boolean | undefined;
}

export interface ChoiceInput {
  now: Instant;
  nightly: Nightly;
  /** In their order. */
  places: readonly Place[];
  /** Tracks that are open now. */
  openTracks: number;
  /** Issues whose track is over. */
  over: ReadonlySet<number>;
  askers: ReadonlyMap<number, Asker | undefined>;
  /** How many people's rights may be looked up in one tick. */
  lookups: number;
  /** How many more plans the day's budget pays for; absent where work costs nothing. */
  budget?: { plans: number; leftUsd: number; neededUsd: number } | undefined;
}

/** Which issues of the backlog are planned now, and why no more of them. It starts plans, and approves nothing. */
export function chooseIssues(input: ChoiceInput): Night {
  const stop = stopBefore(input);
  const rows: NightRow[] = [];
  let started = 0;
  let reason: Stop | undefined = stop;
  for (const place of input.places) {
    const held = hold(place, input);
    if (held) {
      rows.push({ ...place, verdict: held });
      continue;
    }
    reason ??= stopAfter(input, started);
    const asker = input.askers.get(place.issue.number);
    if (!reason && asker?.may === undefined) reason = { type: "lookups", limit: input.lookups };
    if (!reason) started += 1;
    rows.push({ ...place, verdict: { type: reason ? "later" : "start" } });
  }
  return { rows, stop: reason ?? { type: "nothing-left" } };
}

/** Why an issue cannot start, however much room there is. */
function hold(
  { issue, waitsFor, circle, unread }: Place,
  { over, askers }: ChoiceInput,
): Verdict | undefined {
  if (over.has(issue.number)) return { type: "over" };
  if (unread) return { type: "unread" };
  if (circle || waitsFor.length > 0) return { type: "waits" };
  if (!askers.has(issue.number)) return undefined;
  const asker = askers.get(issue.number);
  if (!asker || asker.may === false) return { type: "not-asked", by: asker?.login };
  return undefined;
}

/** Why it does not even begin. */
function stopBefore({ now, nightly: { window } }: ChoiceInput): Stop | undefined {
  return window === undefined || isInWindow(now, window) ? undefined : { type: "window", window };
}

/** Why it goes no further after so many. */
function stopAfter({ nightly, openTracks, budget }: ChoiceInput, started: number): Stop | undefined {
  const open = openTracks + started;
  if (open >= nightly.tracks) return { type: "tracks", open, limit: nightly.tracks };
  if (!budget || started < budget.plans) return undefined;
  return { type: "budget", leftUsd: budget.leftUsd, neededUsd: budget.neededUsd };
}

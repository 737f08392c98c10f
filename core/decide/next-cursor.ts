import type { Instant } from "../model/ids.ts";

const hourMs = 3_600_000;
/** Comments shortly before a tick are read once more: GitHub's lists lag. */
const overlapMs = 10 * 60_000;
/** As many comments as GitHub lists in one request. */
const fullPage = 100;

/** What a tick found, as far as the cursor is concerned. */
export interface TickFindings {
  /** Comments before this were seen by an earlier tick; undefined when no tick has said so. */
  cursor: Instant | undefined;
  /** Whether there is a ledger to keep the cursor in. */
  hasLedger: boolean;
  /** How many comments came since the cursor, and how many commands of them this tick obeyed. */
  comments: number;
  missed: number;
}

/**
 * Where the next tick reads on; undefined to leave the cursor where it is. A move is a commit, so it has to be worth one:
 * commands were obeyed, the comments fill a page, or a day went by. A repository that nobody has used yet gets no ledger.
 */
export function nextCursor(findings: TickFindings, now: Instant): Instant | undefined {
  const { cursor, hasLedger, comments, missed } = findings;
  const next = new Date(Date.parse(now) - overlapMs).toISOString();
  if (missed > 0) return next;
  if (!hasLedger) return undefined;
  const isOld = cursor === undefined || Date.parse(now) - Date.parse(cursor) >= 24 * hourMs;
  return isOld || comments >= fullPage ? next : undefined;
}

/** Where a tick starts to read. */
export function readFrom(cursor: Instant | undefined, now: Instant): Instant {
  return cursor ?? new Date(Date.parse(now) - 24 * hourMs).toISOString();
}

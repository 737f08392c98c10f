import type { Instant } from "../model/ids.ts";
import type { AuditAction, AuditEntry } from "./entry.ts";

/** Which entries somebody wants to see; what is not said is not asked for. */
export interface EntryFilter {
  since?: Instant;
  actor?: string;
  action?: AuditAction;
  issue?: number;
}

/** The entries that fit, in the order of the ledger. Names are compared as GitHub does: whatever their case. */
export function filterEntries(entries: readonly AuditEntry[], filter: EntryFilter): AuditEntry[] {
  const { since, actor, action, issue } = filter;
  const wanted = actor?.replace(/^@/, "").toLowerCase();
  return entries.filter(
    (entry) =>
      (since === undefined || entry.at >= since) &&
      (wanted === undefined || entry.actor?.toLowerCase() === wanted) &&
      (action === undefined || entry.action === action) &&
      (issue === undefined || entry.issue === issue),
  );
}

import { mostBlockers } from "../model/blocker.ts";
import type { Facts } from "../model/facts.ts";
import { isOpen, taskEntries } from "../model/track.ts";
import type { Draft } from "./draft.ts";

/**
 * Whether no task may start yet: GitHub knows of open issues that block this one, and nobody said to go on without them. It is looked at
 * before the first task starts, and while it waits. What has begun is not held up by a link that somebody makes later.
 */
export function isBlocked(draft: Draft, facts: Facts): boolean {
  const { track } = draft;
  if (track.unblocked || hasBegun(draft)) return false;
  if (facts.blockers) track.blockers = facts.blockers.slice(0, mostBlockers);
  if (track.blockers === undefined) draft.missing.push({ type: "blockers" });
  return track.blockers === undefined || track.blockers.length > 0;
}

function hasBegun({ track }: Draft): boolean {
  return !isOpen(track) || taskEntries(track).some(([, { runs }]) => runs > 0);
}

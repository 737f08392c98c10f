import type { Facts } from "../model/facts.ts";
import type { Draft } from "./draft.ts";
import { isUpdating } from "./mergeable.ts";
import { leaveReady, startUpdate } from "./update.ts";

/**
 * Whether the default branch has other specs than those that the track's changes are folded into: then it is brought up to date
 * first, once for each commit of the default branch. Where nobody has looked yet, it is asked for.
 */
export function renewSpecs(draft: Draft, { specsMoved }: Facts): boolean {
  const { track } = draft;
  if (!track.plan.deltas || track.pull === undefined) return false;
  if (specsMoved === undefined) draft.missing.push({ type: "specs" });
  if (!specsMoved || isUpdating(track) || track.update?.base === specsMoved) return false;
  startUpdate(draft);
  leaveReady(draft);
  return true;
}

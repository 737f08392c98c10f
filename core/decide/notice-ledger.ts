import { type Draft, say } from "../jobs/draft.ts";
import type { Facts } from "../model/facts.ts";
import type { Sha } from "../model/ids.ts";
import { isOpen } from "../model/track.ts";

/**
 * A progress comment is written after the track was saved, so it never knows of more saves than the ledger, unless somebody has
 * moved that back. What was done since is not in it and might be paid twice: the track rests until a person says so.
 */
export function noticeLedger(draft: Draft, facts: Facts): void {
  const behind = acceptLedger(draft, facts);
  const { track } = draft;
  if (!behind || !isOpen(track)) return;
  track.paused = true;
  say(draft, track.issue, { type: "ledger-moved-back", ...behind });
}

/** Takes the ledger as it is from now on. By how many saves it was behind, and the commit that had them. */
export function acceptLedger(
  { track }: Draft,
  { issueState }: Facts,
): { saves: number; commit: Sha } | undefined {
  const { saves = 0, sticky } = track;
  const shown = issueState?.shown?.find(({ node }) => node === sticky?.node);
  if (!shown || shown.saves <= saves) return undefined;
  track.saves = shown.saves;
  return { saves: shown.saves - saves, commit: shown.commit };
}

import { type Draft, settled } from "../jobs/draft.ts";
import { isUpdating } from "../jobs/mergeable.ts";
import { renewSpecs } from "../jobs/specs-outdated.ts";
import { leaveReady, startUpdate } from "../jobs/update.ts";
import type { Facts, PullFact } from "../model/facts.ts";

/** Phases in which a conflict with the default branch is settled without being asked to. */
const phases = ["executing", "verifying", "ready"];

/** Whether the default branch conflicts with the track: then it is brought up to date, once for each commit of the default branch. */
export function noticeConflict(draft: Draft, facts: Facts): void {
  const { track } = draft;
  const pull = track.pull === undefined ? undefined : facts.pulls[track.pull];
  if (!pull || !phases.includes(track.phase)) return;
  if (pull.state !== "open" || pull.base !== track.defaultBranch || isUpdating(track)) return;
  if (pull.mergeable === undefined) draft.missing.push({ type: "mergeable", pull: pull.number });
  if (pull.mergeable === true) forgetConflict(draft);
  if (pull.mergeable === false) meetConflict(draft, facts, pull);
  else if (draft.track.phase === "ready") renewSpecs(draft, facts);
}

/** Somebody has resolved it. */
function forgetConflict(draft: Draft): void {
  const { update } = draft.track;
  if (update?.status !== "stuck") return;
  draft.track.update = { ...settled(update), status: "done", attempts: 0, files: [] };
}

function meetConflict(draft: Draft, facts: Facts, { head }: PullFact): void {
  const { defaultBranch, update } = draft.track;
  const base = facts.bases[defaultBranch];
  if (base === undefined) {
    return void draft.missing.push({ type: "base", branch: defaultBranch, ref: defaultBranch });
  }
  // A person was told of this very commit; or GitHub has not looked yet at what we have just merged.
  const known = update?.base === base?.sha && (update?.status === "stuck" || update?.head === head);
  if (!base || known) return;
  startUpdate(draft);
  leaveReady(draft);
}

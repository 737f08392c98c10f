import { caughtUp, startCatchUp } from "../jobs/catch-up.ts";
import type { Draft } from "../jobs/draft.ts";
import { isTaskUpdating } from "../jobs/mergeable.ts";
import { byRemainingPath } from "../jobs/ready.ts";
import type { Facts } from "../model/facts.ts";
import { isQuick } from "../model/route.ts";

/** After each merge: the open pull requests that conflict with it are brought up to date, the longest remaining path first. */
export function noticeSiblings(draft: Draft, facts: Facts): void {
  const { track } = draft;
  if (track.phase !== "executing" || isQuick(track)) return;
  for (const [id, { status, proposal, behind = [] }] of byRemainingPath(track)) {
    if (status !== "review" || !proposal || behind.length === 0 || isTaskUpdating(track, id)) continue;
    const fact = facts.pulls[proposal.pull];
    if (fact && (fact.state !== "open" || fact.head !== proposal.head)) continue;
    if (fact?.mergeable === undefined) draft.missing.push({ type: "mergeable", pull: proposal.pull });
    const known = track.tasks[id];
    if (fact?.mergeable === true && known) track.tasks[id] = caughtUp(known);
    if (fact?.mergeable === false) startCatchUp(draft, id);
  }
}

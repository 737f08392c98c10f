import { type Draft, say } from "../jobs/draft.ts";
import { halt } from "../jobs/halt.ts";
import type { Facts, IssueState } from "../model/facts.ts";
import { isQuick, quickTask } from "../model/route.ts";
import { isOpen } from "../model/track.ts";
import { endTrack } from "./end-track.ts";
import { mayReopen } from "./revive.ts";

/**
 * What people did to the issue: a closed one pauses its track, an open one lets it go on, and a plan that nobody has
 * approved goes with its label. Anybody whom GitHub lets do it may stop work; to start it takes write access.
 */
export function noticeIssue(draft: Draft, facts: Facts): void {
  const { issueState: issue } = facts;
  const { track } = draft;
  if (!issue || !isOpen(track) || track.phase === "asking") return;
  if (!noticeLabel(draft, issue)) return;
  if (!issue.open) noticeClosed(draft, facts);
  else if (track.closed) noticeReopened(draft, facts);
}

/** Whether the plan is still wanted, as far as its label says. */
function noticeLabel(draft: Draft, { labels }: IssueState): boolean {
  const { track } = draft;
  if (track.phase !== "planning" && track.phase !== "proposed" && !isQuick(track)) return true;
  const { label } = track;
  // Of a label that was put on a moment ago GitHub may not know yet.
  const isNew = track.createdAt === draft.moment.now;
  if (label !== undefined && !labels.includes(label) && !isNew) {
    say(draft, track.issue, { type: "label-removed", label, runs: endTrack(draft, "unlabeled") });
    return false;
  }
  if (labels.includes(track.config.label) && !isQuick(track)) track.label = track.config.label;
  return true;
}

function noticeClosed(draft: Draft, { pulls }: Facts): void {
  const { track, moment } = draft;
  if (track.closed) {
    const { reopenedBy: _, ...closed } = track.closed;
    track.closed = closed;
    return;
  }
  // The merge of a track closes its issue, and GitHub tells of both in any order.
  const pull = isQuick(track) ? track.tasks[quickTask]?.proposal?.pull : track.pull;
  if (pull !== undefined && pulls[pull] === undefined) {
    return void draft.missing.push({ type: "pull", pull });
  }
  const runs = halt(draft);
  track.closed = { at: moment.now, paused: track.paused };
  track.paused = true;
  say(draft, track.issue, { type: "issue-closed", runs });
}

function noticeReopened(draft: Draft, facts: Facts): void {
  const { closed, ...track } = draft.track;
  const { issue } = track;
  if (!closed || closed.reopenedBy !== undefined) return;
  const mayStart = mayReopen(facts, issue);
  if (mayStart === undefined) return void draft.missing.push({ type: "reopener", thread: issue });
  if (mayStart) {
    draft.track = { ...track, paused: closed.paused };
    return;
  }
  const login = facts.reopeners?.[issue]?.login ?? "ghost";
  draft.track = { ...track, closed: { ...closed, reopenedBy: login } };
  say(draft, issue, { type: "reopened-without-access", login, what: "issue" });
}

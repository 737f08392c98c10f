import { type Draft, liveJob, say } from "../jobs/draft.ts";
import { restarted } from "../jobs/fail-task.ts";
import { headMoved, reopen, showTrack, verifyAgain } from "../jobs/verify-again.ts";
import type { Facts, HeadFact } from "../model/facts.ts";
import { isOpen, type Track } from "../model/track.ts";

/** What people did to the track branch by hand: pushed to it, or took merged work out of it. */
export function noticeHead(draft: Draft, { head }: Facts): void {
  const { track } = draft;
  if (!head || !isOpen(track) || !track.plan.approved) return;
  const lost = head.lost.filter((id) => track.tasks[id]?.status === "completed");
  if (lost.length > 0) return reopenLost(draft, { ...head, lost });
  const { head: known } = track;
  track.head = head.sha;
  if (known !== head.sha && isDueAgain(track)) showTrack(draft, "pending");
  if (!isVerified(track) || head.sha === track.verification.head) return;
  if (track.phase === "ready" && known === undefined) {
    // Made ready by an older version, which did not remember our last commit.
    track.verification = { ...track.verification, head: head.sha };
    return;
  }
  headMoved(draft, head.sha);
  if (draft.track.phase === "verifying") {
    say(draft, track.pull ?? track.issue, { type: "track-moved", head: head.sha });
  }
}

/** It was ready once and is about to be verified again: the gate says so at its head. What we push meanwhile is no news. */
function isDueAgain(track: Track): boolean {
  const { phase, archived, verification } = track;
  if (phase !== "verifying" || !archived) return false;
  return verification.outcome === undefined && !liveJob(track, "verify");
}

/** Verified, and either ready or held back by a person; while our last commit is being made, its head is ours to move. */
function isVerified(track: Track): boolean {
  const { phase, verification, outbox } = track;
  if (phase === "ready") return true;
  const isFinishing = outbox.some(({ effect }) => effect.type === "finish-track");
  const isHeld = verification.outcome === "done" && !isFinishing && !liveJob(track, "verify");
  return phase === "verifying" && isHeld;
}

/** What is not there any more is not merged: it is due again. */
function reopenLost(draft: Draft, { sha, lost }: HeadFact): void {
  const { track } = draft;
  track.head = sha;
  for (const id of lost) {
    const task = track.tasks[id];
    if (!task) continue;
    const { proposal: _, merge: __, resume: ___, ...rest } = restarted(task, task.feedback);
    track.tasks[id] = { ...rest, attempts: 0 };
  }
  reopen(draft);
  verifyAgain(draft);
  say(draft, track.pull ?? track.issue, { type: "merges-lost", head: sha, tasks: lost });
}

import type { Sha, TaskId } from "../model/ids.ts";
import { isQuick } from "../model/route.ts";
import { isOpen, type Track, taskEntries } from "../model/track.ts";

/** What a person may do about a track now: a command as they would write it, and the thread in which it counts. */
export interface TrackAction {
  command: string;
  thread: number;
  what:
    | "approve-plan"
    | "approve-task"
    | "approve-rollback"
    | "retry"
    | "skip"
    | "pause"
    | "resume"
    | "cancel";
  task?: TaskId;
}

/** The commands that fit the track as it is, the most pressing first. What is approved is named by its commit or tree, so nobody approves what they have not seen. */
export function trackActions(track: Track): TrackAction[] {
  const steering = steer(track);
  if (!isOpen(track) || track.closed) return steering;
  return [...approvePlan(track), ...approveRollbacks(track), ...aboutTasks(track), ...steering];
}

function approvePlan({ plan, pull, phase, paused }: Track): TrackAction[] {
  const { proposed, edited } = plan;
  const shown = phase === "proposed" ? proposed : edited;
  if (!shown || shown.problems || pull === undefined || paused) return [];
  return [{ command: approve(shown.tree), thread: pull, what: "approve-plan" }];
}

function approveRollbacks({ rollbacks }: Track): TrackAction[] {
  return rollbacks.flatMap(({ status, proposal }) =>
    status === "open" && proposal && !proposal.approval
      ? [{ command: approve(proposal.head), thread: proposal.pull, what: "approve-rollback" as const }]
      : [],
  );
}

function aboutTasks(track: Track): TrackAction[] {
  const { issue } = track;
  return taskEntries(track).flatMap(([task, { status, proposal }]): TrackAction[] => {
    if (status === "failed" || status === "needs_input")
      return [
        { command: `/retry ${task}`, thread: issue, what: "retry", task },
        { command: `/skip ${task}`, thread: issue, what: "skip", task },
      ];
    // A quick change is merged with GitHub's own button.
    const isReady = status === "review" && proposal?.readyAt !== undefined && !proposal.approval;
    if (!isReady || isQuick(track)) return [];
    return [{ command: approve(proposal.head), thread: proposal.pull, what: "approve-task", task }];
  });
}

function steer(track: Track): TrackAction[] {
  const { issue: thread, phase, paused } = track;
  const resume: TrackAction = { command: "/resume", thread, what: "resume" };
  if (phase === "cancelled") return [resume];
  if (!isOpen(track) || phase === "asking") return [];
  const other: TrackAction = paused ? resume : { command: "/pause", thread, what: "pause" };
  const cancel: TrackAction = { command: "/cancel", thread, what: "cancel" };
  return track.closed ? [cancel] : [other, cancel];
}

function approve(sha: Sha): string {
  return `/approve ${sha.slice(0, 7)}`;
}

import { effectKey } from "../codec/keys.ts";
import { type Draft, enqueue, liveJob } from "../jobs/draft.ts";
import { peopleToCall } from "../model/people.ts";
import type { TrackTask } from "../model/task.ts";
import { taskEntries } from "../model/track.ts";

/** Calls people to each pull request that waits for one of them and whose review has not called them: once for each head. */
export function callPeople(draft: Draft): void {
  const { track } = draft;
  const people = peopleToCall(track);
  if (track.phase !== "executing" || people.length === 0) return;
  for (const [id, task] of taskEntries(track)) {
    const { proposal } = task;
    if (!proposal || proposal.called || !waitsForPerson(task) || liveJob(track, "review", id)) continue;
    track.tasks[id] = { ...task, proposal: { ...proposal, called: true } };
    const { pull } = proposal;
    const key = effectKey.format(track.issue, "request-review", id, task.runs + task.reviews);
    enqueue(draft, key, { type: "request-review", pull, task: id, people });
  }
}

/** It is ready and nobody has approved it, or something in it has to be fixed. */
function waitsForPerson({ status, proposal, trouble }: TrackTask): boolean {
  if (status === "review") return proposal?.readyAt !== undefined && proposal.approval === undefined;
  const toFix = ["blocked", "head-fails", "review-failed", "merge-failed", "task-conflict"];
  return status === "needs_input" && trouble !== undefined && toFix.includes(trouble.type);
}

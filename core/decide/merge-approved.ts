import type { Facts } from "../model/facts.ts";
import type { Sha } from "../model/ids.ts";
import { type TrackTask, taskEntries } from "../model/track.ts";
import { type Draft, enqueue } from "./draft.ts";

/** Merges what is approved and green at the head that was approved. */
export function mergeWhatIsApproved(draft: Draft, facts: Facts): void {
  const { track } = draft;
  for (const [id, task] of taskEntries(track)) {
    if (task.status !== "review" || !task.pull || !task.head || !task.ready) continue;
    if (track.config.auto_merge && !task.handsOff) {
      task.approval ??= { sha: task.head, by: "auto_merge", at: draft.moment.now };
    }
    if (!isGreen(task, facts) || task.approval?.sha !== task.head) continue;
    const key = `${track.issue}/merge-task/${id}/${task.runs}`;
    enqueue(draft, key, { type: "merge-task", task: id, pull: task.pull, sha: task.head });
  }
  for (const rollback of track.rollbacks) {
    const { task, attempt, pull, head, approval } = rollback;
    if (rollback.status !== "open" || rollback.into !== "track" || !pull || !head) continue;
    if (approval?.sha !== head || facts.checks[head]?.state !== "clear") continue;
    const key = `${track.issue}/merge-rollback/${task}/${attempt}`;
    enqueue(draft, key, { type: "merge-rollback", task, attempt, pull, sha: head });
  }
}

/** Green: our own sandboxed check passed, and nothing else on that head is failing, pending or waiting. */
export function isGreen(task: TrackTask, facts: Facts): boolean {
  return passedOurCheck(task, task.head) && facts.checks[task.head ?? ""]?.state === "clear";
}

function passedOurCheck(task: TrackTask, head: Sha | undefined): boolean {
  return head !== undefined && task.checked?.sha === head && task.checked.ok;
}

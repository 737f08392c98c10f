import { type Draft, say } from "../jobs/draft.ts";
import { replaceRollback } from "../jobs/rollback.ts";
import type { Effect } from "../model/effect.ts";
import type { Failure } from "../model/notice/parts.ts";
import type { Trouble } from "../model/notice.ts";
import { taskEntries } from "../model/track.ts";
import { endTrack } from "./end-track.ts";
import { handToPerson } from "./notice-pulls.ts";

/** A pull request that cannot be opened again: without the track's own there is no track, a task's can be made anew. */
export function failReopening(draft: Draft, pull: number, failure: Failure): void {
  const { track } = draft;
  const notice = { type: "not-reopened" as const, pull, failure };
  if (pull === track.pull) {
    endTrack(draft, "pull-closed");
    return say(draft, track.issue, notice);
  }
  const rollback = track.rollbacks.find(({ proposal }) => proposal?.pull === pull);
  if (rollback) replaceRollback(draft, { ...rollback, status: "failed" });
  const [id, task] = taskEntries(track).find(([, { proposal }]) => proposal?.pull === pull) ?? [];
  if (!id || !task?.proposal) return say(draft, track.issue, notice);
  const { handsOff } = task.proposal;
  const trouble: Trouble = { type: "pull-closed", task: id, pull, handsOff };
  handToPerson(draft, id, task, trouble);
  say(draft, track.issue, { ...notice, task: id });
}

/** Kept work that nobody can find any more: whatever it was for starts afresh. */
export function loseWork(
  draft: Draft,
  { name, sha, task: id }: Extract<Effect, { type: "restore-branch" }>,
): void {
  const { track } = draft;
  const gone = { type: "work-gone" as const, commit: sha, branch: name };
  if (id === undefined) {
    const { resume: _, ...plan } = track.plan;
    track.plan = plan;
    return say(draft, track.issue, gone);
  }
  const { resume: _, ...task } = track.tasks[id] ?? {};
  if ("status" in task) track.tasks[id] = task;
  say(draft, track.issue, { ...gone, task: id });
}

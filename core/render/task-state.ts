import { baseBranch } from "../codec/branches.ts";
import type { TaskId } from "../model/ids.ts";
import type { Trouble } from "../model/notice.ts";
import type { TrackTask } from "../model/task.ts";
import type { Track } from "../model/track.ts";
import { shownStatus } from "../view/task-rows.ts";
import { phaseWords, short } from "./phrases.ts";
import { renderTrouble } from "./troubles.ts";

/** What a task's pull request says while it is open: its reviews tell the rest. */
export const taskIsOpen = "**Next:** read the newest review below. It says whether this is ready.";

/** What the reviews of a pull request cannot say. */
const toldInBody: Trouble["type"][] = [
  "pull-closed",
  "retargeted",
  "task-failed",
  "merge-failed",
  "task-conflict",
];

/** Where a task's pull request stands. */
export function taskState(track: Track, id: TaskId, task: TrackTask): string {
  const branch = `\`${baseBranch(track)}\``;
  const again = `Comment \`/retry ${id}\` to bring it back.`;
  switch (shownStatus(track, task)) {
    case "completed":
      return `**Merged** into ${branch}${task.merge ? ` as \`${short(task.merge)}\`` : ""}.`;
    case "skipped":
    case "rolled_back":
      return `**Skipped:** ${id} is not a part of the track any more. ${track.phase === "executing" ? again : ""}`.trim();
    case "stopped":
    case "not_started":
      return `**Not merged:** the track is ${phaseWords[track.phase]}.`;
    case "pending":
    case "in_progress":
      return `**Next:** nothing for you; ${id} runs again, and gsd updates this pull request.`;
    default:
      return task.trouble && toldInBody.includes(task.trouble.type)
        ? `**Next:** ${renderTrouble(task.trouble, track)}`
        : taskIsOpen;
  }
}

/** The pull request of a task whose merge was taken back. */
export function taskTakenBack(id: TaskId, by: number | undefined): string {
  return `**Merged, then rolled back${by === undefined ? "" : ` by #${by}`}:** ${id} is not in the track any more.`;
}

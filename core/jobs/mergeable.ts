import type { Facts } from "../model/facts.ts";
import type { TaskId } from "../model/ids.ts";
import type { Track } from "../model/track.ts";
import type { Draft } from "./draft.ts";

/** Whether the track branch is being brought up to date. */
export function isUpdating({ update }: Track): boolean {
  return update?.status === "merging" || update?.status === "resolving";
}

/** Whether a commit that appears on a task's branch may be our own merge. */
export function isTaskUpdating({ outbox }: Track, id: TaskId): boolean {
  return outbox.some(({ effect }) => effect.type === "update-branch" && effect.task === id);
}

/** Whether the track branch is known to conflict with the default branch, or may until an update is over. */
export function isBehind(track: Track): boolean {
  return isUpdating(track) || track.update?.status === "stuck";
}

/** Whether the track can be merged, as far as git is concerned; `unknown` when GitHub cannot say. Where nobody has looked yet, it is asked for. */
export function mergesCleanly({ track, missing }: Draft, facts: Facts): "yes" | "no" | "unknown" {
  if (isBehind(track)) return "no";
  const fact = track.pull === undefined ? undefined : facts.pulls[track.pull];
  if (track.pull !== undefined && fact?.mergeable === undefined) {
    missing.push({ type: "mergeable", pull: track.pull });
  }
  if (fact?.mergeable === null) return "unknown";
  return fact?.mergeable === false ? "no" : "yes";
}

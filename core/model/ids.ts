import { type Schema, word } from "./schema.ts";

/** A task's id within its track: `T01` … `T9999`. */
export type TaskId = `T${string}`;

export const taskIdPattern = "^T\\d{2,4}$";
export const taskId: Schema<TaskId> = word(taskIdPattern);

export function isTaskId(text: string): text is TaskId {
  return /^T\d{2,4}$/.test(text);
}

/** A full git object name. */
export type Sha = string;

export const shaPattern = "^[0-9a-f]{40}$";
export const sha: Schema<Sha> = word(shaPattern);

export function isSha(text: string): text is Sha {
  return /^[0-9a-f]{40}$/.test(text);
}

/** An instant as ISO 8601 in UTC, e.g. `2026-11-16T02:30:00.000Z`. */
export type Instant = string;

export const instant: Schema<Instant> = word("^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,9})?Z$");

/** A file on the ledger's branch, such as `tracks/42.json`. */
export const ledgerPath: Schema<string> = word("^((tracks|done|days)/[0-9-]{1,20}|[a-z]{1,20})\\.json$");

/** What a track is called in paths and branches: `<issue>-<slug>`. */
export function trackName(track: { issue: number; slug: string }): string {
  return `${track.issue}-${track.slug}`;
}

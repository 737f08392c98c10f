import { jobKey } from "../codec/keys.ts";
import { jobTrailer } from "../codec/markers.ts";
import type { TaskId } from "../model/ids.ts";
import type { JobRef, Outcome } from "../model/job.ts";
import type { Rollback } from "../model/rollback.ts";
import type { Track } from "../model/track.ts";
import { cleanText } from "../text/clean-text.ts";

/** Messages of the commits that gsd makes; the trailer tells our own heads from people's. */

export function documentCommit(track: Track, job: JobRef, file: string): string {
  return withTrailer(`docs(gsd): ${file} for #${track.issue}`, job);
}

export function planCommit(track: Track, job: JobRef): string {
  return withTrailer(`docs(gsd): plan for #${track.issue}`, job);
}

export function taskCommit(track: Track, job: JobRef): string {
  return withTrailer(`${job.task}: ${oneLine(track.tasks[job.task!]?.title ?? "")}`, job);
}

/** What a run that did not come to its end had done. */
export function checkpointCommit(job: JobRef, outcome: Outcome): string {
  return withTrailer(`${job.task}: checkpoint (${outcome})`, job);
}

export function mergeTitle(track: Track, id: TaskId, pull: number): string {
  return `${id}: ${oneLine(track.tasks[id]?.title ?? "")} (#${pull})`;
}

export function rollbackCommit(rollback: Rollback, job: JobRef): string {
  return withTrailer(`revert: ${rollback.tasks.join(", ")}`, job);
}

export function verificationCommit(track: Track, job: JobRef): string {
  return withTrailer(`docs(gsd): verification of #${track.issue}`, job);
}

export function archiveCommit(track: Track): string {
  return `docs(gsd): archive the plan for #${track.issue}`;
}

/** Ledger commits start no workflow: `[skip ci]`. */
export function ledgerMessage(track: Track, what: string): string {
  return `#${track.issue} ${track.phase}: ${oneLine(what)} [skip ci]`;
}

function withTrailer(subject: string, job: JobRef): string {
  return `${subject}\n\n${jobTrailer.format(jobKey.format(job))}`;
}

/**
 * Commit messages are not Markdown: what is live in them is taken apart. Closing words work in every commit that
 * reaches the default branch, and `[skip ci]` in the newest commit would keep a task's checks from running.
 */
function oneLine(text: string): string {
  return cleanText(text)
    .text.replaceAll(/\s+/g, " ")
    .replaceAll(/@(?=\w)|(?:#|GH-)(?=\d)|:(?=\/\/)/gi, "$& ")
    .replaceAll("[", "(")
    .replaceAll("]", ")")
    .trim()
    .slice(0, 100)
    .trimEnd();
}

import { taskBranch, trackBranch } from "../codec/branches.ts";
import { jobKey } from "../codec/keys.ts";
import { jobTrailer, updateTrailer } from "../codec/markers.ts";
import { type TaskId, trackName } from "../model/ids.ts";
import type { JobRef, Outcome } from "../model/job.ts";
import { isQuick } from "../model/route.ts";
import type { Track } from "../model/track.ts";
import { formatUsd } from "../select/budget.ts";
import { title } from "../text/foreign.ts";
import { rollbackOf, rollbackTitle } from "./rollbacks.ts";

/** Messages of the commits that gsd makes; the trailer tells our own heads from people's. */

export function planMessage(track: Track, job: JobRef): string {
  return withTrailer(`docs(gsd): plan for #${track.issue}`, job);
}

export function taskMessage(track: Track, job: JobRef): string {
  return withTrailer(taskTitle(track, job), job);
}

/** The title of a task's commit and pull request. */
export function taskTitle(track: Track, { task }: JobRef): string {
  const words = task ? title(track.tasks[task]?.title ?? "") : "";
  if (isQuick(track)) return words || "Quick change";
  return `${task ?? `#${track.issue}`}: ${words || "changes"}`;
}

/** What a run that did not come to its end had done. */
export function keptMessage(track: Track, job: JobRef, outcome: Outcome): string {
  return withTrailer(`${job.task ?? `docs(gsd): plan for #${track.issue}`}: work so far (${outcome})`, job);
}

export function mergeTitle(track: Track, id: TaskId, pull: number): string {
  return `${id}: ${title(track.tasks[id]?.title ?? "")} (#${pull})`;
}

/** What a rollback's merge is called. */
export function rollbackMergeTitle(track: Track, { task, attempt, pull }: RollbackMerge): string {
  return `${rollbackTitle(track, rollbackOf(track, { task, attempt }))} (#${pull})`;
}

interface RollbackMerge {
  task: TaskId;
  attempt: number;
  pull: number;
}

/** Trailers of a merge: what it belongs to, the job that made it, and what its task took. */
export function mergeTrailers(track: Track, made: JobRef): string {
  const row = (track.history ?? []).findLast(({ job }) => job === jobKey.format(made));
  const trailers = {
    Track: `${trackName(track)} (#${track.issue})`,
    Task: made.task,
    Engine: row?.by && title(row.by),
    Model: row?.model && title(row.model),
    Run: row?.run,
    Cost: formatUsd(made.task ? (track.tasks[made.task]?.usd ?? 0) : 0),
  };
  return Object.entries(trailers)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}: ${value}`)
    .join("\n");
}

export function rollbackMessage(subject: string, job: JobRef): string {
  return withTrailer(subject, job);
}

/** Our last commit, taken back to be made anew. */
export function unfoldMessage({ issue, defaultBranch }: Track): string {
  return `specs: take the archive of #${issue} back, to make it anew on ${title(defaultBranch)}`;
}

/** A better version of a task that waits for an approval. */
export function rebaseMessage({ tasks }: Track, job: JobRef): string {
  const verb = job.task && tasks[job.task]?.rebase?.split ? "split" : "rewrite";
  return withTrailer(`plan: propose to ${verb} ${job.task}`, job);
}

/** The merge of a branch into another one, whose commit is found again by the effect's key. */
export function updateMessage({ from, into, key }: { from: string; into: string; key: string }): string {
  return `Merge branch '${title(from)}' into ${title(into)}\n\n${updateTrailer.format(key)}`;
}

/** The same merge, where a job had to resolve it. */
export function resolvedMessage(track: Track, job: JobRef): string {
  const { issue, defaultBranch } = track;
  const branch = trackBranch.format(track);
  const [from, into] =
    job.task === undefined ? [defaultBranch, branch] : [branch, taskBranch.format({ issue, task: job.task })];
  return withTrailer(`Merge branch '${title(from)}' into ${into}`, job);
}

export function verificationMessage(track: Track, job: JobRef): string {
  return withTrailer(`docs(gsd): verification of #${track.issue}`, job);
}

/** `name` is what the report's author called it. */
export function reportMessage(name: string, job: JobRef): string {
  return withTrailer(`docs(gsd): ${title(name) || "report"}`, job);
}

export function archiveMessage(track: Track): string {
  return `docs(gsd): archive the plan for #${track.issue}`;
}

/** Ledger commits start no workflow: `[skip ci]`. */
export function ledgerMessage(track: Pick<Track, "issue" | "phase">, what: string): string {
  return `#${track.issue} ${track.phase}: ${title(what)} [skip ci]`;
}

function withTrailer(subject: string, job: JobRef): string {
  return `${subject}\n\n${jobTrailer.format(jobKey.format(job))}`;
}

import { taskBranch, trackBranch } from "../../core/codec/branches.ts";
import { findReport } from "../../core/jobs/report.ts";
import type { ClaimedJob, JobKind } from "../../core/model/job.ts";
import type { Track } from "../../core/model/track.ts";
import type { CrewInput } from "../../crew/crew-input.ts";

/** For a report: what was asked for. */
export function requestOf(track: Track, { kind, attempt }: ClaimedJob): string {
  const words: Partial<Record<JobKind, string>> = { report: findReport(track, attempt)?.text ?? "" };
  return words[kind] ?? "";
}

/** What is merged in a conflict: where the job works, and the branch that it is about: the track's, or a task's. */
export function commitsToMerge(track: Track, { base, task }: ClaimedJob): CrewInput["merges"] {
  const ours = { sha: base.sha, name: base.branch };
  if (task !== undefined) {
    const head = track.tasks[task]?.catchUp?.head;
    const name = taskBranch.format({ issue: track.issue, task });
    return head === undefined ? undefined : { ours, theirs: { sha: head, name } };
  }
  const sha = track.update?.head;
  return sha === undefined ? undefined : { ours, theirs: { sha, name: trackBranch.format(track) } };
}

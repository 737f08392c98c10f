import { jobKey } from "../codec/keys.ts";
import { rowOf } from "../jobs/rows.ts";
import type { Finding } from "../model/answers.ts";
import type { Sha, TaskId } from "../model/ids.ts";
import type { Signal } from "../model/signal.ts";
import type { Track } from "../model/track.ts";
import { type TaskRow, taskRows } from "./task-rows.ts";

/** A commit that people look at in a pull request, and what is known of it. */
export interface HeadView {
  sha: Sha;
  /** Absent for the track as a whole. */
  task: TaskId | undefined;
  /** `unsure`: nobody has looked, or somebody should look again. */
  verdict: "good" | "unsure" | "bad";
  checks: TaskRow["checks"];
  findings: readonly Finding[];
  signals: readonly Signal[];
}

/** The heads that a run made or looked at, each once: as they are now. */
export function viewHeads(track: Track, run: number): HeadView[] {
  const found = new Map<Sha, HeadView>();
  for (const row of track.history.filter((one) => one.run === run)) {
    const job = jobKey.parse(row.job);
    const sha = job && rowOf(job).head?.(track, job);
    if (job && sha)
      found.set(sha, job.task === undefined ? ofTrack(track, sha) : ofTask(track, job.task, sha));
  }
  return [...found.values()];
}

function ofTrack({ verification }: Track, sha: Sha): HeadView {
  const { checks = "unknown" as const, outcome } = verification;
  const verdict = outcome !== "done" ? "bad" : checks === "passed" ? "good" : "unsure";
  return { sha, task: undefined, verdict, checks, findings: [], signals: [] };
}

function ofTask(track: Track, task: TaskId, sha: Sha): HeadView {
  const row = taskRows(track).find(({ id }) => id === task);
  const { findings = [], signals = [] } = track.tasks[task]?.proposal ?? {};
  return {
    sha,
    task,
    verdict: row ? verdictOf(row) : "unsure",
    checks: row?.checks ?? "unknown",
    findings,
    signals,
  };
}

function verdictOf({ checks, review, signals }: TaskRow): HeadView["verdict"] {
  if (checks === "failed" || review === "blocked" || review === "missing") return "bad";
  return checks === "passed" && review === "ok" && signals === 0 ? "good" : "unsure";
}

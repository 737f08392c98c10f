import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { jobKey } from "../core/codec/keys.ts";
import { GsdError } from "../core/gsd-error.ts";
import { claimedBy } from "../core/jobs/claimed-by.ts";
import type { Instant } from "../core/model/ids.ts";
import type { ClaimedJob, Run } from "../core/model/job.ts";
import type { Track } from "../core/model/track.ts";
import { loadTrack } from "../loop/ledger/tracks.ts";
import { connect } from "./connect.ts";
import type { Environment } from "./environment.ts";
import { log } from "./output.ts";

/** A job that a run has claimed, and its track. */
export interface Claimed {
  track: Track;
  job: ClaimedJob;
  /** When this leg began, as its first step wrote it down. */
  begun?: Instant;
}

/** The job that this leg is for, as its first step found it in the ledger; throws `key` for one that this run has not claimed. */
export async function findJob(environment: Environment): Promise<Claimed> {
  const { key, jobFile } = environment;
  if (existsSync(jobFile)) {
    const known = JSON.parse(await readFile(jobFile, "utf8")) as Claimed;
    if (jobKey.format(known.job) === key) return known;
  }
  const ref = jobKey.parse(key);
  const saved = ref && (await loadTrack(connect(environment, log).ledger, ref.issue));
  const job = saved && claimedBy(saved.track, { key, run: runOf(environment) });
  if (job) return { track: saved.track, job };
  throw new GsdError("key", `"${key}" is not a job that this run has claimed.`);
}

/** Keeps what was found for the steps that follow on this machine. */
export function keepJob({ jobFile }: Environment, claimed: Claimed): Promise<void> {
  return writeFile(jobFile, JSON.stringify(claimed), { mode: 0o600 });
}

export function runOf({ runId, runAttempt }: Environment): Run {
  return { id: runId, attempt: runAttempt };
}

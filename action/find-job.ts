import { jobKey } from "../core/codec/keys.ts";
import { GsdError } from "../core/gsd-error.ts";
import type { JobRef } from "../core/model/job.ts";
import type { LiveJob } from "../core/model/live-job.ts";
import type { Track } from "../core/model/track.ts";
import { connect } from "./connect.ts";
import type { Environment } from "./environment.ts";
import { log } from "./output.ts";

/** A job that a run has claimed, and its track. */
export interface Claimed {
  track: Track;
  job: LiveJob;
}

/** The job that this leg is for, as the ledger has it; throws `key` for one that this run has not claimed. */
export async function findJob(environment: Environment): Promise<Claimed> {
  const ref = jobKey.parse(environment.key);
  const track = ref && (await connect(environment, log).ledger.load(ref.issue))?.track;
  const job = [...(track?.jobs ?? []), ...(track?.leaving ?? [])].find(
    (live) => jobKey.format(live) === environment.key && live.run?.id === environment.runId,
  );
  if (track && job?.base) return { track, job };
  throw new GsdError("key", `"${environment.key}" is no job that this run has claimed.`);
}

export function refOf({ issue, kind, task, attempt }: LiveJob): JobRef {
  return task ? { issue, kind, task, attempt } : { issue, kind, attempt };
}

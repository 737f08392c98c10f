import { claimedBy } from "../jobs/claimed-by.ts";
import type { TokenRefusal } from "../model/access.ts";
import type { Instant } from "../model/ids.ts";
import type { ConfigReading } from "../model/parse-config.ts";
import type { Track } from "../model/track.ts";
import type { Claims } from "./claims.ts";

/** What a repository says, which a job that asks for a token is held to. */
export interface TrustFacts {
  defaultBranch: string;
  /** `.github/gsd.yml` of the default branch, as it is now. */
  config: ConfigReading;
  track: Track | undefined;
  /** The stub's file name. */
  workflow: string;
}

/** A job that asks for a token, and when. */
export interface TokenRequest {
  key: string;
  claims: Claims;
  now: Instant;
}

export type Judgement = { ok: true; track: Track } | { ok: false; why: TokenRefusal };

/** Whether a job gets a token of the App; if so, the track in which that is written down. */
export function judgeJob({ key, claims, now }: TokenRequest, facts: TrustFacts): Judgement {
  const { defaultBranch, config, track, workflow } = facts;
  const ref = `refs/heads/${defaultBranch}`;
  const stub = `${claims.repository}/.github/workflows/${workflow}@${ref}`;
  if (claims.ref !== ref || claims.workflow_ref !== stub) return refuse("branch");
  if (!config.ok || config.config.ci !== "trusted") return refuse("config");
  const run = { id: Number(claims.run_id), attempt: Number(claims.run_attempt) };
  const job = track && claimedBy(track, { key, run });
  // One that was dropped meanwhile is told nothing: what is kept of it needs no CI.
  if (!job || !track.jobs.includes(job)) return refuse("job");
  if (job.token !== undefined) return refuse("again");
  const jobs = track.jobs.map((one) => (one === job ? { ...job, token: now } : one));
  return { ok: true, track: { ...track, jobs } };
}

function refuse(why: TokenRefusal): Judgement {
  return { ok: false, why };
}

import { jobKey } from "../../core/codec/keys.ts";
import { GsdError } from "../../core/gsd-error.ts";
import { artifactOf } from "../../core/jobs/artifact-of.ts";
import type { ClaimedJob } from "../../core/model/job.ts";
import type { Ports } from "../ports.ts";

/** Refuses to go on after the deadline: a publish that GitHub's runner kills says nothing, one that stops by itself says what comes next. */
export function requireTime({ now }: Ports, job: ClaimedJob, deadline: Date): void {
  if (now() < deadline) return;
  const { run, artifact } = artifactOf(job);
  throw new GsdError(
    "deadline",
    `Publishing ${jobKey.format(job)} was not done by ${deadline.toISOString()}, so it was stopped. ` +
      `The result is kept in the artifact ${artifact} of run ${run}: the next tick has it published again, and no agent works twice.`,
  );
}

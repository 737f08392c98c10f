import { artifactName } from "../codec/keys.ts";
import type { ClaimedJob } from "../model/job.ts";

/** Where the result of a job is kept: the artifact, and the run that left it. */
export function artifactOf(job: ClaimedJob): { run: number; artifact: string } {
  return job.republish ?? { run: job.run.id, artifact: artifactName.format(job, job.run.attempt) };
}

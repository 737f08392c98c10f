import { type ChangeCheck, keepableChanges } from "../../core/check/check-manifest.ts";
import { findSecrets } from "../../core/check/secrets.ts";
import { taskBranch } from "../../core/codec/branches.ts";
import { jobKey } from "../../core/codec/keys.ts";
import { GsdError } from "../../core/gsd-error.ts";
import type { Sha } from "../../core/model/ids.ts";
import type { Outcome } from "../../core/model/job.ts";
import { checkpointCommit } from "../../core/render/commits.ts";
import { commitChange } from "./commit-change.ts";
import type { Publication } from "./publish-job.ts";
import { textFiles } from "./text-files.ts";

/**
 * Saves what a task's run had done when it was cut short, or whose result was refused, as a commit on the task's branch.
 * Only what could be published by itself is kept. That it cannot be saved is no reason to lose the report.
 */
export async function keepWork(
  publication: Omit<Publication, "rules">,
  { outcome, check }: { outcome: Outcome; check: ChangeCheck },
): Promise<{ checkpoint?: Sha }> {
  const { ports, track, job, artifact } = publication;
  const sound = keepableChanges(publication.manifest, check);
  const manifest = { ...publication.manifest, changes: sound };
  const secret = new Set(
    textFiles({ manifest, artifact })
      .filter((file) => findSecrets(file.text).length > 0)
      .map((file) => file.path),
  );
  const changes = sound.filter((change) => !secret.has(change.path));
  if (changes.length === 0) return {};
  try {
    const { head } = await commitChange(ports.github, {
      ...{ manifest: { ...manifest, changes }, artifact, base: job.base! },
      branch: taskBranch.format({ issue: track.issue, task: job.task! }),
      message: checkpointCommit(job, outcome),
    });
    return { checkpoint: head };
  } catch (error) {
    if (!(error instanceof GsdError)) throw error;
    ports.log.warn("unfinished work could not be saved", { job: jobKey.format(job), code: error.code });
    return {};
  }
}

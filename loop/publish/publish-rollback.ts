import { rollbackBranch, trackBranch } from "../../core/codec/branches.ts";
import { rollbackBody } from "../../core/render/bodies.ts";
import { rollbackCommit } from "../../core/render/commits.ts";
import { commitChange } from "./commit-change.ts";
import { openPull } from "./open-pull.ts";
import { failed, type Publication, type Published } from "./publish-job.ts";

/** A revert becomes a pull request of its own, into the track branch or, once that is merged, the default branch. */
export async function publishRollback({
  ports,
  track,
  job,
  manifest,
  artifact,
}: Publication): Promise<Published> {
  const { github } = ports;
  const rollback = track.rollbacks.find((one) => one.task === job.task && one.attempt === job.attempt);
  if (!rollback) return failed("crashed", "the ledger does not know this rollback");
  const branch = rollbackBranch.format({
    issue: track.issue,
    task: rollback.task,
    attempt: rollback.attempt,
  });
  const message = rollbackCommit(rollback, job);
  const { head } = await commitChange(github, { manifest, artifact, base: job.base!, branch, message });
  const pull = await openPull(github, {
    title: message.split("\n")[0] ?? "revert",
    body: rollbackBody(track, rollback, manifest),
    head: branch,
    base: rollback.into === "default" ? track.defaultBranch : trackBranch.format(track),
    draft: false,
  });
  return { head, pull: pull.number };
}

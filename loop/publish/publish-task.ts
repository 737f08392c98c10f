import { applyRules } from "../../core/check/rules.ts";
import { findSecrets } from "../../core/check/secrets.ts";
import { taskBranch } from "../../core/codec/branches.ts";
import type { Finding, TaskAnswer } from "../../core/model/answers.ts";
import { taskBody } from "../../core/render/bodies.ts";
import { taskCommit } from "../../core/render/commits.ts";
import { commitChange } from "./commit-change.ts";
import { describePull, proposePull } from "./open-pull.ts";
import { failed, type Publication, type Published } from "./publish-job.ts";
import { reportChecks } from "./report-checks.ts";
import { textFiles } from "./text-files.ts";

/** A task's change becomes one commit on its branch and one pull request into the track branch. */
export async function publishTask(publication: Publication): Promise<Published> {
  const { ports, track, job, manifest, artifact } = publication;
  const { github } = ports;
  const task = job.task!;
  const files = textFiles(publication);
  const secret = files.flatMap((file) =>
    findSecrets(file.text).map((found) => `${file.path}:${found.line} looks like ${found.name}`),
  )[0];
  if (secret) return failed("refused-change", secret);
  const branch = taskBranch.format({ issue: track.issue, task });
  const { head } = await commitChange(github, {
    manifest,
    artifact,
    base: job.base!,
    branch,
    message: taskCommit(track, job),
  });
  const summary = (manifest.answer as TaskAnswer).summary;
  const body = taskBody(track, task, { head, manifest, summary });
  const proposed = await proposePull(github, { ...describePull(track, task), body });
  const checksOk = await reportChecks(github, head, manifest.checks);
  const findings: Finding[] = applyRules(publication.rules, files);
  return { head, ...proposed, checksOk, findings };
}

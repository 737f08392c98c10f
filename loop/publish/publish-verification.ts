import { trackBranch } from "../../core/codec/branches.ts";
import type { VerifyAnswer } from "../../core/model/answers.ts";
import { failingChecks } from "../../core/model/health.ts";
import { trackName } from "../../core/model/ids.ts";
import { verificationCommit } from "../../core/render/commits.ts";
import { renderSummary } from "../../core/render/summary.ts";
import { failed, type Publication, type Published } from "./publish-job.ts";

/** Commits `summary.md` and `verification.json` when every check passed and every criterion is met. */
export async function publishVerification({ ports, track, job, manifest }: Publication): Promise<Published> {
  const { github } = ports;
  const answer = manifest.answer as VerifyAnswer;
  const failing = failingChecks(track, manifest.checks);
  if (failing.length > 0) {
    const { command, tail } = failing[0]!;
    return failed("checks-failed", `\`${command}\` fails on the track branch:\n${tail}`);
  }
  const unmet = answer.criteria.filter((criterion) => !criterion.met);
  if (unmet.length > 0) {
    return failed(
      "checks-failed",
      unmet.map(({ task, criterion, evidence }) => `${task}: ${criterion} (${evidence})`).join("; "),
    );
  }
  const folder = `specs/changes/${trackName(track)}`;
  const verification = { base: job.base!.sha, checks: manifest.checks, criteria: answer.criteria };
  const tree = await github.createTree(job.base!.tree, [
    { path: `${folder}/summary.md`, mode: "100644", text: renderSummary(track, answer, manifest.checks) },
    {
      path: `${folder}/verification.json`,
      mode: "100644",
      text: `${JSON.stringify(verification, null, 2)}\n`,
    },
  ]);
  const head = await github.createCommit({
    message: verificationCommit(track, job),
    tree,
    parents: [job.base!.sha],
  });
  await github.updateRef(`heads/${trackBranch.format(track)}`, head, { force: false });
  return { head };
}

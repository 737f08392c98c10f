import { trackBranch } from "../../core/codec/branches.ts";
import { GsdError } from "../../core/gsd-error.ts";
import type { BacklogAnswer } from "../../core/model/answers.ts";
import { trackName } from "../../core/model/ids.ts";
import { formatBacklog } from "../../core/model/parse-backlog.ts";
import { checkBacklog } from "../../core/plan/check-backlog.ts";
import { mergeDocuments } from "../../core/plan/merge-documents.ts";
import { remarksOn } from "../../core/plan/remarks-on.ts";
import { type Proposal, trackBody } from "../../core/render/bodies.ts";
import { planCommit } from "../../core/render/commits.ts";
import { withExtra } from "../../core/select/budget.ts";
import { estimatePlan } from "../../core/select/estimate-plan.ts";
import { describePull, proposePull } from "./open-pull.ts";
import { failed, type Publication, type Published } from "./publish-job.ts";
import { readRoles } from "./read-roles.ts";

/** Merges the three documents, checks the backlog, commits both, and proposes the plan as a draft pull request. */
export async function publishBacklog(publication: Publication): Promise<Published> {
  const { ports, track, job, manifest } = publication;
  const { github } = ports;
  const { backlog } = manifest.answer as BacklogAnswer;
  const problems = checkBacklog(backlog, { protectedPaths: track.config.protected_paths });
  if (problems.length > 0) {
    return failed(
      "invalid-answer",
      problems.map((problem) => `${problem.path}: ${problem.message}`).join("; "),
    );
  }
  const folder = `specs/changes/${trackName(track)}`;
  const [spec, arch, qa] = await Promise.all(
    ["SPEC.md", "ARCH.md", "QA.md"].map((name) => github.readFile(`${folder}/${name}`, job.base!.sha)),
  );
  if (!spec || !arch || !qa)
    throw new GsdError("plan-missing", `a document of the plan is missing from ${folder}/`);
  const plan = mergeDocuments({ title: track.title, spec: spec.text, arch: arch.text, qa: qa.text });
  const tree = await github.createTree(job.base!.tree, [
    { path: `${folder}/PLAN.md`, mode: "100644", text: plan },
    { path: `${folder}/BACKLOG.yaml`, mode: "100644", text: formatBacklog(backlog) },
  ]);
  const head = await github.createCommit({ message: planCommit(track, job), tree, parents: [job.base!.sha] });
  const branch = trackBranch.format(track);
  await github.updateRef(`heads/${branch}`, head, { force: false });
  const folders = await github.listFolder("specs/changes", head);
  const planTree = folders?.find((entry) => entry.name === trackName(track))?.sha;
  if (!planTree) throw new GsdError("unavailable", `${folder}/ cannot be read back`);
  const body = trackBody(track, backlog, { tree: planTree, ...(await review(publication)) });
  const proposed = await proposePull(github, { ...describePull(track), body });
  return { head, tree: planTree, ...proposed };
}

/** What people are told of a plan besides what stands in it: its price, and what to look at twice. */
async function review(publication: Publication): Promise<Pick<Proposal, "estimate" | "remarks">> {
  const { track, manifest } = publication;
  const { backlog } = manifest.answer as BacklogAnswer;
  const { config, extraUsd, plan } = track;
  const leftUsd = withExtra(config.budget, extraUsd).task;
  const estimate = estimatePlan(backlog, { config, leftUsd, roles: await readRoles(publication) });
  const notes = new Set([...(plan.notes ?? []), ...(manifest.notes ?? []), ...remarksOn(backlog, estimate)]);
  return { estimate, remarks: [...notes] };
}

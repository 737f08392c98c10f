import { taskBranch } from "../codec/branches.ts";
import type { Finding } from "../model/answers.ts";
import type { Leg } from "../model/job.ts";
import { riskRule } from "../scan/risk.ts";
import type { PublicationInput } from "./row.ts";

/** Whether a leg works on top of its task's own branch. */
export function isOnHead({ base }: Pick<Leg, "base">): boolean {
  return taskBranch.parse(base.branch) !== undefined;
}

/** What rules found before in files that stay as they are: they are applied to changed files only. */
export function unchangedFindings({ track, job, manifest }: PublicationInput): Finding[] {
  const known = job.task === undefined ? undefined : track.tasks[job.task]?.proposal;
  if (!isOnHead(job) || !known) return [];
  const changed = manifest.changes.map(({ path }) => path);
  return known.findings.filter(
    ({ rule, path }) => rule !== undefined && rule !== riskRule && !changed.includes(path),
  );
}

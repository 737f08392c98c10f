import type { TokenRefusal } from "../model/access.ts";
import { mayWorkHere } from "../trigger/may-work-here.ts";
import type { Claims } from "./claims.ts";

/** A place where gsd's workflows may come from: at any commit, or at one. */
export interface TrustedWorkflows {
  /** `owner/name`. */
  repository: string;
  sha?: string;
}

/** Whom the operator of an App trusts with its tokens. */
export interface TrustPolicy {
  workflows: readonly TrustedWorkflows[];
  /** A machine of one's own may have been used by an agent before. */
  runners: "github-hosted" | "any";
}

const jobFile = ".github/workflows/gsd-job.yml";

/** What is wrong with a job that asks for a token, before anything of its repository is read. */
export function judgeClaims(claims: Claims, { workflows, runners }: TrustPolicy): TokenRefusal | undefined {
  if (claims.event_name !== "workflow_dispatch" && !mayWorkHere(claims.event_name)) return "event";
  if (!claims.ref.startsWith("refs/heads/")) return "branch";
  const isOurs = ({ repository, sha }: TrustedWorkflows) =>
    isFileOf(claims.job_workflow_ref, repository) && (sha === undefined || sha === claims.job_workflow_sha);
  if (!workflows.some(isOurs)) return "workflow";
  if (runners !== "any" && claims.runner_environment !== runners) return "runner";
  return undefined;
}

/** `owner/name/.github/workflows/gsd-job.yml@…`; GitHub's names have no case. */
function isFileOf(ref: string, repository: string): boolean {
  const wanted = `${repository}/${jobFile}@`;
  return ref.slice(0, wanted.length).toLowerCase() === wanted.toLowerCase();
}

import type { RepoName, WorkflowEvent } from "../actions-port.ts";
import type { Machine } from "./machine.ts";
import type { PlannedWorkflow } from "./plan-run.ts";

/** One workflow run, from its creation to its end. */
export interface Run {
  machine: Machine;
  id: number;
  number: number;
  repo: RepoName;
  event: WorkflowEvent;
  /** `github.*` without what belongs to one job. */
  github: Record<string, unknown>;
  vars: Record<string, string>;
  /** Aborted when the run is cancelled; the reason is a sentence. */
  cancelled: AbortSignal;
  cancel: (reason: string) => void;
}

export type JobResult = "success" | "failure" | "cancelled" | "skipped";

export interface JobOutcome {
  result: JobResult;
  outputs: Record<string, string>;
}

/** One workflow of a run: the one that was triggered, or one that a job calls. */
export interface WorkflowCall {
  plan: PlannedWorkflow;
  inputs: Record<string, unknown>;
  secrets: Record<string, string>;
  /** In front of its jobs' names: `caller (leg) / `. */
  prefix: string;
  cancelled: AbortSignal;
  /** Concurrency groups that its callers hold. */
  held: string[];
}

/** The result of many jobs as one: of a matrix, a called workflow or a run. */
export function combineResults(results: JobResult[]): JobResult {
  for (const result of ["failure", "cancelled", "success"] as const) {
    if (results.includes(result)) return result;
  }
  return "skipped";
}

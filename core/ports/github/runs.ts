import type { Instant, Sha } from "../../model/ids.ts";

export interface WorkflowRun {
  id: number;
  title: string;
  ended: boolean;
}

/** Who gates a head besides us: commit statuses and check suites, by name. */
export interface HeadState {
  statuses: { name: string; state: "success" | "pending" | "failure" | "error" }[];
  suites: Suite[];
}

/** The checks of one workflow run, or of one App. */
export interface Suite {
  id: number;
  /** The workflow's name, or the App's. */
  name: string;
  status: string;
  conclusion: string | null;
  runs: number;
  /** The first of its checks. */
  checks: { name: string; status: string; conclusion: string | null }[];
}

/** Commit statuses and workflow runs. */
export interface RunsPort {
  setStatus(status: {
    sha: Sha;
    context: string;
    state: "success" | "pending" | "failure";
    description: string;
  }): Promise<void>;
  /** The check suites that a workflow's runs on a commit have. */
  suitesOf(workflow: string, sha: Sha): Promise<number[]>;
  dispatch(workflow: string, ref: string, inputs: Record<string, string>): Promise<number | undefined>;
  dispatchedRuns(workflow: string, since: Instant): Promise<WorkflowRun[]>;
  run(id: number): Promise<WorkflowRun | undefined>;
  cancelRun(id: number): Promise<void>;
  /** Names of a run's artifacts that can still be had. */
  artifactsOf(run: number): Promise<string[]>;
}

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
  /** Whether a program made its checks, and no workflow. */
  byApp: boolean;
  /** The first of its checks. */
  checks: { name: string; status: string; conclusion: string | null }[];
}

/** A remark on lines of a file, beside the change that has them. */
export interface Annotation {
  path: string;
  line: number;
  lastLine: number;
  level: "failure" | "warning" | "notice";
  title: string;
  message: string;
}

/** What a check run says of a commit. */
export interface CheckRun {
  sha: Sha;
  name: string;
  conclusion: "success" | "neutral" | "failure";
  title: string;
  summary: string;
  annotations: readonly Annotation[];
}

/** Commit statuses and workflow runs. */
export interface RunsPort {
  setStatus(status: {
    sha: Sha;
    context: string;
    state: "success" | "pending" | "failure";
    description: string;
  }): Promise<void>;
  /** Only with an App's own token: one that a workflow's makes lands in an arbitrary suite. */
  showCheck(check: CheckRun): Promise<void>;
  /** The check suites that a workflow's runs on a commit have. */
  suitesOf(workflow: string, sha: Sha): Promise<number[]>;
  dispatch(workflow: string, ref: string, inputs: Record<string, string>): Promise<number | undefined>;
  dispatchedRuns(workflow: string, since: Instant): Promise<WorkflowRun[]>;
  run(id: number): Promise<WorkflowRun | undefined>;
  cancelRun(id: number): Promise<void>;
  /** Names of a run's artifacts that can still be had. */
  artifactsOf(run: number): Promise<string[]>;
}

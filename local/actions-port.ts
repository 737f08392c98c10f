/**
 * The line between the forge and the runner. Both sides know only this file and GitHub's own formats:
 * the forge stores runs, jobs, logs and artifacts and serves them by REST; the runner decides what runs, and runs it.
 */

/** Something happened on the forge that may start workflows. Already filtered: events caused by a workflow token
 * arrive here only when they are `workflow_dispatch` or `repository_dispatch`. */
export interface WorkflowEvent {
  repo: RepoName;
  /** `issues`, `issue_comment`, `pull_request`, `push`, `workflow_dispatch`, `schedule`, … */
  name: string;
  /** Undefined for events without activity types (`push`, `workflow_dispatch`, `schedule`). */
  action?: string;
  /** The webhook payload in GitHub's shape (what becomes `github.event`). */
  payload: Record<string, unknown>;
  /** Ref and commit that the event concerns, as GitHub documents for each event; workflow files are read at `sha`. */
  ref: string;
  sha: string;
  actor: string;
  /** For `workflow_dispatch`: the workflow file, e.g. `.github/workflows/gsd.yml`. For `schedule`: the cron line. */
  workflow?: string;
  cron?: string;
  /** Set when the forge has created the run already (dispatch with run details): the runner adopts it. */
  runId?: number;
  /** A pull request opened by a workflow token: runs are created with conclusion `action_required` and wait. */
  needsApproval?: boolean;
}

/** `owner/name`. */
export type RepoName = string;

export type RunStatus = "queued" | "in_progress" | "completed" | "waiting";
export type Conclusion =
  | "success"
  | "failure"
  | "cancelled"
  | "skipped"
  | "timed_out"
  | "action_required"
  | "startup_failure";

export interface NewRun {
  repo: RepoName;
  workflowPath: string;
  workflowName: string;
  displayTitle: string;
  event: string;
  headBranch: string;
  headSha: string;
  actor: string;
}

export interface StepRecord {
  number: number;
  name: string;
  status: RunStatus;
  conclusion: Conclusion | null;
  startedAt?: string;
  completedAt?: string;
}

export interface JobRecord {
  id: number;
  runId: number;
  /** As GitHub shows it: `job / leg (T01) / agent`. */
  name: string;
  status: RunStatus;
  conclusion: Conclusion | null;
  steps: StepRecord[];
  startedAt?: string;
  completedAt?: string;
}

/** Permission names as in a workflow file (`contents`, `issues`, `pull-requests`, …). */
export type TokenPermissions = Record<string, "read" | "write">;

/** Where a job with `id-token: write` asks who it is, and with what. */
export interface Identity {
  url: string;
  token: string;
}

/** What the forge offers to the runner, in process. */
export interface ActionsHost {
  /** Base addresses: `apiUrl` → `GITHUB_API_URL`, `serverUrl` → `GITHUB_SERVER_URL` (git and pages), `graphqlUrl`. */
  readonly urls: { api: string; server: string; graphql: string };
  onEvent(listener: (event: WorkflowEvent) => void): () => void;
  /** A run was cancelled through the API; the runner ends its processes and completes the run. */
  onCancel(listener: (run: { repo: RepoName; runId: number }) => void): () => void;
  /** A waiting run was approved by a person (`POST …/runs/{id}/approve`). */
  onApprove(listener: (run: { repo: RepoName; runId: number }) => void): () => void;
  /** Text of a file at a commit or ref, undefined when absent. */
  readFile(repo: RepoName, ref: string, path: string): Promise<string | undefined>;
  /** Paths of the files directly below a folder at a commit or ref; empty when the folder is absent. */
  listFiles(repo: RepoName, ref: string, folder: string): Promise<string[]>;
  /** The commit a ref, tag or sha names; undefined when there is none. */
  resolveCommit(repo: RepoName, ref: string): Promise<string | undefined>;
  /** Path of the bare repository on disk (for fast local clones of actions). */
  gitDir(repo: RepoName): string;
  defaultBranch(repo: RepoName): string;
  repositoryId(repo: RepoName): number;
  createRun(run: NewRun): number;
  updateRun(
    runId: number,
    change: { status: RunStatus; conclusion?: Conclusion | null; displayTitle?: string },
  ): void;
  createJob(runId: number, name: string): JobRecord;
  updateJob(jobId: number, change: Partial<Omit<JobRecord, "id" | "runId">>): void;
  appendLog(jobId: number, text: string): void;
  /** Markdown of `GITHUB_STEP_SUMMARY`. */
  appendSummary(jobId: number, markdown: string): void;
  /** A token with exactly these permissions, acting as `github-actions[bot]`; it dies when revoked. */
  mintToken(options: { repo: RepoName; runId: number; jobId: number; permissions: TokenPermissions }): string;
  revokeToken(token: string): void;
  /** Lets a job ask for tokens that say who it is, by these claims: `ACTIONS_ID_TOKEN_REQUEST_URL` and `_TOKEN`. */
  grantIdentity(claims: Record<string, string>): Identity;
  revokeIdentity(identity: Identity): void;
  /** Secrets of the repository (`secrets.*`), set through `gsd local` or tests. */
  secrets(repo: RepoName): Record<string, string>;
  /** Repository variables (`vars.*`). */
  variables(repo: RepoName): Record<string, string>;
  /** Stores the files below `folder` as one artifact; a name that the run has already is an error. */
  saveArtifact(artifact: {
    runId: number;
    name: string;
    folder: string;
    retentionDays?: number;
  }): Promise<void>;
  /** Copies an artifact's files below `folder`; false when the run has none of that name. */
  loadArtifact(artifact: { runId: number; name: string; folder: string }): Promise<boolean>;
  listArtifacts(runId: number): string[];
}

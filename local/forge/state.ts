import type { Conclusion, RunStatus, StepRecord } from "../actions-port.ts";
import type { Deliveries } from "./deliveries.ts";
import type { Faults } from "./faults.ts";
import type { GitRepo } from "./git/git-repo.ts";
import type { Recorder } from "./record.ts";
import type { WorkflowEvents } from "./workflow-events.ts";

/** Everything the forge knows, in memory; only git objects and artifacts stand on disk. */
export interface World {
  urls: { api: string; server: string; graphql: string };
  folder: string;
  now: () => Date;
  /** Ids count up from one number for all kinds of things, so that two runs of one story give the same ids. */
  nextId: () => number;
  users: Map<string, User>;
  repos: Map<string, Repo>;
  apps: Map<number, App>;
  installations: Map<number, Installation>;
  tokens: Map<string, Actor>;
  runs: Map<number, Run>;
  jobs: Map<number, Job>;
  suites: Map<number, CheckSuite>;
  artifacts: Map<number, Artifact>;
  deliveries: Deliveries;
  workflowEvents: WorkflowEvents;
  faults: Faults;
  recorder: Recorder;
  /** One-time addresses of artifacts and logs, as GitHub's blob storage has. */
  downloads: Map<string, () => { body: Buffer; contentType: string }>;
}

export interface User {
  id: number;
  login: string;
  type: "User" | "Bot" | "Organization";
  createdAt: string;
}

export type Role = "read" | "triage" | "write" | "maintain" | "admin";
export type Level = "read" | "write";
/** Permission names as in a GitHub App: `contents`, `pull_requests`, … */
export type Permissions = Record<string, Level>;

/** Who makes a request. */
export type Actor =
  | { kind: "anonymous" }
  | { kind: "user"; user: User; permissions?: Permissions }
  | { kind: "app"; user: User; app: App }
  | {
      kind: "installation";
      user: User;
      app: App;
      installation: Installation;
      permissions: Permissions;
      repos?: string[];
      expiresAt: number;
    }
  | {
      kind: "workflow";
      user: User;
      app: App;
      permissions: Permissions;
      repo: string;
      runId: number;
      jobId: number;
    };

export type MergeMethod = "merge" | "squash" | "rebase";
export interface RepoSettings {
  /** "Allow GitHub Actions to create and approve pull requests". */
  actionsCanCreatePulls: boolean;
  /** The default branch changes through pull requests only. */
  protectDefaultBranch: boolean;
  /** Approving reviews that a protected default branch asks for. */
  requiredApprovals: number;
  allowedMergeMethods: MergeMethod[];
  /** False on private repositories of free plans. */
  draftsAllowed: boolean;
  deleteBranchOnMerge: boolean;
}

export interface Repo {
  id: number;
  owner: User;
  name: string;
  fullName: string;
  private: boolean;
  defaultBranch: string;
  git: GitRepo;
  settings: RepoSettings;
  collaborators: Map<string, Role>;
  labels: Map<string, Label>;
  issues: Map<number, Issue>;
  comments: Map<number, Comment>;
  reviews: Map<number, Review>;
  reviewComments: Map<number, ReviewComment>;
  statuses: Status[];
  checkRuns: Map<number, CheckRun>;
  /** Path of the file → id. */
  workflows: Map<string, number>;
  /** Commits that the forge made on behalf of a bot: shown as verified. */
  verified: Set<string>;
  secrets: Record<string, string>;
  variables: Record<string, string>;
  createdAt: string;
  pushedAt: string;
  lastNumber: number;
}

export interface Label {
  id: number;
  name: string;
  color: string;
  description: string | null;
  default: boolean;
}

export interface Reaction {
  id: number;
  user: User;
  content: string;
  createdAt: string;
}

export interface Issue {
  id: number;
  number: number;
  title: string;
  body: string | null;
  user: User;
  app: App | null;
  state: "open" | "closed";
  stateReason: string | null;
  /** Keys of the repository's labels. */
  labels: string[];
  assignees: User[];
  reactions: Reaction[];
  createdAt: string;
  updatedAt: string;
  closedAt: string | null;
  closedBy: User | null;
  /** Who put labels on and took them off. */
  labelings: Labeling[];
  pull?: Pull;
}

export interface Labeling {
  id: number;
  event: "labeled" | "unlabeled";
  label: { name: string; color: string };
  user: User;
  app: App | null;
  createdAt: string;
}

export interface Pull {
  id: number;
  head: { ref: string; sha: string };
  base: { ref: string; sha: string };
  draft: boolean;
  mergedAt: string | null;
  mergedBy: User | null;
  mergeCommitSha: string | null;
  requestedReviewers: User[];
}
export type PullIssue = Issue & { pull: Pull };

export interface Comment {
  id: number;
  issue: number;
  body: string;
  user: User;
  app: App | null;
  reactions: Reaction[];
  createdAt: string;
  updatedAt: string;
  minimized?: string;
}

export type ReviewState = "PENDING" | "COMMENTED" | "APPROVED" | "CHANGES_REQUESTED" | "DISMISSED";
export interface Review {
  id: number;
  pull: number;
  user: User;
  body: string;
  state: ReviewState;
  commitId: string;
  submittedAt: string | null;
}

export interface ReviewComment {
  id: number;
  pull: number;
  review: number | null;
  replyTo?: number;
  user: User;
  body: string;
  path: string;
  line: number | null;
  startLine: number | null;
  side: "LEFT" | "RIGHT";
  commitId: string;
  originalCommitId: string;
  diffHunk: string;
  subjectType: "line" | "file";
  reactions: Reaction[];
  createdAt: string;
  updatedAt: string;
}

export interface Status {
  id: number;
  sha: string;
  state: "pending" | "success" | "failure" | "error";
  context: string;
  description: string | null;
  targetUrl: string | null;
  creator: User;
  createdAt: string;
}

export interface Annotation {
  path: string;
  start_line: number;
  end_line: number;
  annotation_level: string;
  message: string;
  title: string | null;
  raw_details: string | null;
}

export interface CheckRun {
  id: number;
  suite: number;
  name: string;
  headSha: string;
  status: "queued" | "in_progress" | "completed" | "waiting";
  conclusion: string | null;
  externalId: string;
  detailsUrl: string | null;
  startedAt: string | null;
  completedAt: string | null;
  output: { title: string | null; summary: string | null; text: string | null };
  annotations: Annotation[];
  app: App;
}

export interface CheckSuite {
  id: number;
  repo: string;
  headSha: string;
  headBranch: string | null;
  app: App;
  /** The suite of a workflow run follows the run. */
  runId?: number;
  createdAt: string;
}

export interface App {
  id: number;
  slug: string;
  name: string;
  clientId: string;
  owner: User;
  bot: User;
  permissions: Permissions;
  events: string[];
  publicKey: string;
  webhookUrl?: string;
  webhookSecret: string;
  createdAt: string;
}

export interface Installation {
  id: number;
  app: App;
  account: User;
  repos: Set<string>;
  createdAt: string;
}

export interface Run {
  id: number;
  repo: string;
  workflowId: number;
  workflowPath: string;
  workflowName: string;
  displayTitle: string;
  event: string;
  headBranch: string;
  headSha: string;
  actor: User;
  runNumber: number;
  status: RunStatus;
  conclusion: Conclusion | null;
  suiteId: number;
  createdAt: string;
  updatedAt: string;
}

export interface Job {
  id: number;
  runId: number;
  name: string;
  status: RunStatus;
  conclusion: Conclusion | null;
  steps: StepRecord[];
  createdAt: string;
  startedAt?: string;
  completedAt?: string;
  log: string[];
  summary: string;
}

export interface Artifact {
  id: number;
  runId: number;
  repo: string;
  name: string;
  folder: string;
  size: number;
  createdAt: string;
  expiresAt: string;
}

/** GitHub's own bot behind workflow tokens. */
export const ACTIONS_BOT = "github-actions[bot]";

/** A repository by `owner/name`, whatever the case. */
export function findRepo(world: World, fullName: string): Repo | undefined {
  return world.repos.get(fullName.toLowerCase());
}

export function mustRepo(world: World, fullName: string): Repo {
  const repo = findRepo(world, fullName);
  if (!repo) throw new Error(`The forge has no repository ${fullName}.`);
  return repo;
}

export function findUser(world: World, login: string): User | undefined {
  return world.users.get(login.toLowerCase());
}

export function findPull(repo: Repo, number: number): PullIssue | undefined {
  const issue = repo.issues.get(number);
  return issue?.pull ? (issue as PullIssue) : undefined;
}

export function pullsOf(repo: Repo): PullIssue[] {
  return [...repo.issues.values()].filter((issue): issue is PullIssue => issue.pull !== undefined);
}

/** The account behind a request; GitHub's ghost for none. */
export function userOf(actor: Actor, world: World): User {
  return actor.kind === "anonymous" ? findUser(world, "ghost")! : actor.user;
}

export function appOf(actor: Actor): App | null {
  return actor.kind === "installation" || actor.kind === "workflow" ? actor.app : null;
}

export function branchHead(repo: Repo, branch: string): string | undefined {
  return repo.git.refs.get(`refs/heads/${branch}`);
}

export function defaultHead(repo: Repo): string {
  return branchHead(repo, repo.defaultBranch) ?? "0".repeat(40);
}

import type { GitRepo } from "../git/git-repo.ts";
import type { Role, Team, User } from "./account.ts";
import type { CheckRun, Status } from "./check.ts";
import type { Comment, Issue, Label, Milestone } from "./issue.ts";
import type { Review, ReviewComment } from "./pull.ts";

export type MergeMethod = "merge" | "squash" | "rebase";

export interface RepoSettings {
  /** "Allow GitHub Actions to create and approve pull requests". */
  actionsCanCreatePulls: boolean;
  /** The default branch changes through pull requests only. */
  protectDefaultBranch: boolean;
  /** Approving reviews that a protected default branch asks for. */
  requiredApprovals: number;
  /** Branches whose pull requests are merged by a queue. */
  mergeQueues: string[];
  allowedMergeMethods: MergeMethod[];
  /** False on private repositories of free plans. */
  draftsAllowed: boolean;
  deleteBranchOnMerge: boolean;
  /**
   * What GitHub needs after a merge, counted in requests so that no test waits for a clock: so many merges into the same
   * branch are refused, and so many reads of its pull requests do not say whether they conflict.
   */
  settling: { merges: number; reads: number };
  /** Nobody may write any more. */
  archived: boolean;
  hasIssues: boolean;
  actions: ActionsSettings;
  rulesets: Ruleset[];
  /** Names of secrets that the organisation shares with it. */
  organizationSecrets: string[];
  /** Paths of workflow files that GitHub disabled, as it does after 60 days without activity. */
  disabledWorkflows: string[];
}

/** Settings → Actions → General. */
export interface ActionsSettings {
  enabled: boolean;
  allowed: "all" | "local_only" | "selected";
  /** With `selected`: GitHub's own, and what these patterns name. */
  githubOwned: boolean;
  patterns: string[];
}

/** Rules for the branches that one of the patterns names, such as `gsd/**`. */
export interface Ruleset {
  name: string;
  include: string[];
  rules: string[];
}

/** A move of a ref, and whose it was: GitHub's own word, whatever the commits say of their authors. */
export interface Activity {
  id: number;
  user: User;
  ref: string;
  before: string;
  after: string;
  type: "push" | "force_push" | "branch_creation" | "branch_deletion" | "pr_merge";
  at: string;
}

export interface ReleaseAsset {
  id: number;
  name: string;
  label: string | null;
  contentType: string;
  content: Buffer;
  uploader: User;
  at: string;
}

/** A release: a draft is seen by writers only, and has no tag yet. */
export interface Release {
  id: number;
  tag: string;
  target: string;
  name: string | null;
  body: string | null;
  draft: boolean;
  prerelease: boolean;
  author: User;
  createdAt: string;
  publishedAt: string | null;
  assets: ReleaseAsset[];
}

export interface Repo {
  id: number;
  owner: User;
  name: string;
  fullName: string;
  private: boolean;
  /** The repository that it is a fork of. */
  forkOf?: string;
  defaultBranch: string;
  git: GitRepo;
  settings: RepoSettings;
  /** What is left of `settings.settling`, by branch. */
  settling: Map<string, RepoSettings["settling"]>;
  collaborators: Map<string, Role>;
  /** Teams that have access, and which. */
  teams: { team: Team; role: Role }[];
  labels: Map<string, Label>;
  issues: Map<number, Issue>;
  milestones: Map<number, Milestone>;
  /** Numbers of the issues that are pinned: three at most. */
  pinned: number[];
  comments: Map<number, Comment>;
  reviews: Map<number, Review>;
  reviewComments: Map<number, ReviewComment>;
  statuses: Status[];
  checkRuns: Map<number, CheckRun>;
  releases: Map<number, Release>;
  /** Path of the file → id. */
  workflows: Map<string, number>;
  /** Commits that the forge made on behalf of a bot: shown as verified. */
  verified: Set<string>;
  /** Who moved which ref, oldest first. */
  activities: Activity[];
  secrets: Record<string, string>;
  variables: Record<string, string>;
  createdAt: string;
  pushedAt: string;
  lastNumber: number;
}

export function branchHead(repo: Repo, branch: string): string | undefined {
  return repo.git.refs.get(`refs/heads/${branch}`);
}

export function defaultHead(repo: Repo): string {
  return branchHead(repo, repo.defaultBranch) ?? "0".repeat(40);
}

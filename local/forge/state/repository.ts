import type { GitRepo } from "../git/git-repo.ts";
import type { Role, User } from "./account.ts";
import type { CheckRun, Status } from "./check.ts";
import type { Comment, Issue, Label } from "./issue.ts";
import type { Review, ReviewComment } from "./pull.ts";

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

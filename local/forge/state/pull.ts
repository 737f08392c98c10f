import type { User } from "./account.ts";
import type { Issue, Reaction } from "./issue.ts";
import type { Repo } from "./repository.ts";

export interface Pull {
  id: number;
  /** `repo` where it is a branch of a fork. */
  head: { ref: string; sha: string; repo?: string };
  base: { ref: string; sha: string };
  draft: boolean;
  /** Whether it waits in the merge queue of its base. */
  queued?: boolean;
  mergedAt: string | null;
  mergedBy: User | null;
  mergeCommitSha: string | null;
  requestedReviewers: User[];
}

export type PullIssue = Issue & { pull: Pull };

export type ReviewState = "PENDING" | "COMMENTED" | "APPROVED" | "CHANGES_REQUESTED" | "DISMISSED";

export interface Review {
  id: number;
  pull: number;
  user: User;
  body: string;
  state: ReviewState;
  commitId: string;
  submittedAt: string | null;
  /** When its text was edited last. */
  editedAt?: string;
  /** Why it is folded away, if it is. */
  minimized?: string;
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
  /** Who resolved the thread that this comment began. */
  resolvedBy?: User;
  /** Why it is folded away, if it is. */
  minimized?: string;
}

export function findPull(repo: Repo, number: number): PullIssue | undefined {
  const issue = repo.issues.get(number);
  return issue?.pull ? (issue as PullIssue) : undefined;
}

export function pullsOf(repo: Repo): PullIssue[] {
  return [...repo.issues.values()].filter((issue): issue is PullIssue => issue.pull !== undefined);
}

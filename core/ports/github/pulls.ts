import type { Instant, Sha } from "../../model/ids.ts";
import type { Author } from "./people.ts";

export interface Pull {
  number: number;
  nodeId: string;
  title: string;
  body: string;
  state: "open" | "closed";
  draft: boolean;
  merged: boolean;
  mergeSha?: Sha;
  head: { branch: string; sha: Sha };
  base: string;
  mergeable?: boolean;
}

/** A review by a person with write access that asks for changes, and that they have not taken back. */
export interface ChangeRequest {
  review: number;
  by: string;
}

/** A pull request as `look` shows it. */
export type SeenPull = Pull & { requests: ChangeRequest[] };

/** A pull request by its branch, of this repository and not of a fork. */
export interface NamedPull {
  number: number;
  open: boolean;
  branch: string;
}

export interface NewPull {
  title: string;
  body: string;
  head: string;
  base: string;
  draft: boolean;
}

export interface Review {
  id: number;
  nodeId: string;
  state: string;
  body: string;
  commit: Sha;
  author: Author;
  at: Instant;
}

/** A discussion of a line, or of a file, that nobody has resolved. */
export interface OpenThread {
  /** GitHub's name for it, by which it is resolved. */
  node: string;
  path: string;
  /** Absent for a whole file, and where the line is gone. */
  line?: number;
  hunk: string;
  comments: { id: number; body: string; by: Pick<Author, "login" | "bot">; at: Instant }[];
}

export interface ReviewComment {
  path: string;
  /** The last one, where it is about several. */
  line: number;
  /** The first of several. */
  startLine?: number;
  body: string;
}

/** A file that a pull request changes. */
export interface PullFile {
  path: string;
  /** Its old name, where GitHub takes it for a file that moved. */
  earlier?: string;
  /** The hunks as GitHub shows them; absent for what is not text, and for what is too large. */
  patch?: string;
}

/** A review by a bot. */
export interface OwnReview {
  body: string;
  /** It and its comments by their node ids, as far as they are not hidden. */
  shown: string[];
}

/** Pull requests, and what people say about them. */
export interface PullsPort {
  pull(number: number): Promise<Pull | undefined>;
  changedFiles(pull: number): Promise<PullFile[]>;
  pullsOf(branch: string): Promise<Pull[]>;
  createPull(pull: NewPull): Promise<Pull>;
  updatePull(
    number: number,
    change: { title?: string; body?: string; state?: "open" | "closed" },
  ): Promise<void>;
  markReady(nodeId: string): Promise<void>;
  mergePull(merge: {
    number: number;
    sha: Sha;
    method: "merge" | "squash" | "rebase";
    /** Of the commit that is made; a rebase makes none. */
    title: string;
    message: string;
  }): Promise<Sha>;
  /** Adds a pull request to the merge queue of its base, at this head. */
  enqueuePull(nodeId: string, head: Sha): Promise<void>;
  /** Whether it waits in a merge queue. */
  isQueued(pull: number): Promise<boolean>;
  /** Calls people to a pull request; GitHub refuses its author and people without access. */
  requestReview(pull: number, logins: string[]): Promise<void>;
  reviews(pull: number): Promise<Review[]>;
  /** The newest reviews by bots, oldest first. */
  botReviews(pull: number): Promise<OwnReview[]>;
  /** Folds reviews and their comments away as outdated; GitHub may refuse. */
  hideOutdated(nodeIds: readonly string[]): Promise<void>;
  /** Discussions that are not resolved, oldest first; `left` counts those that were not read. */
  openThreads(pull: number): Promise<{ threads: OpenThread[]; left: number }>;
  /** The last word in the discussion that a comment belongs to. */
  replyTo(pull: number, comment: number, body: string): Promise<void>;
  resolveThread(node: string): Promise<void>;
  createReview(review: {
    pull: number;
    commit: Sha;
    body: string;
    comments: ReviewComment[];
  }): Promise<number>;
}

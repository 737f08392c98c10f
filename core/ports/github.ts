import type { BacklogIssue, Link } from "../backlog/backlog-issue.ts";
import type { Milestone } from "../backlog/milestone.ts";
import type { MergeMethod } from "../install/checkup.ts";
import type { Reaction, ReactionTarget } from "../model/effect.ts";
import type { IssueState } from "../model/facts.ts";
import type { Instant, Sha } from "../model/ids.ts";

/** A label as it looks on GitHub. */
export interface NewLabel {
  name: string;
  color: string;
  description: string;
}

export interface Author {
  id: number;
  login: string;
  bot: boolean;
}

/** An edit of a text; who made it is not always known. */
export interface Edit {
  at: Instant;
  by: Author | undefined;
}

export interface Issue {
  number: number;
  title: string;
  body: string;
  open: boolean;
  labels: string[];
  author: Author;
  isPull: boolean;
  /** How many comments it has. */
  comments: number;
}

/** When somebody last put a label or a milestone on an issue. */
export interface Sorting {
  type: "labeled" | "milestoned";
  /** The label, or the milestone's title. */
  name: string;
  by: Author;
  at: Instant;
}

/** Something that GitHub remembers about an issue or pull request: `labeled`, `closed`, `reopened`, … */
export interface IssueEvent {
  type: string;
  label: string | undefined;
  by: Author;
  at: Instant;
}

/** A move of a branch and whose it was, by GitHub's own word: what commits say of their authors can be forged. */
export interface Push {
  before: Sha;
  after: Sha;
  by: Author;
  at: Instant;
}

export interface Comment {
  id: number;
  nodeId: string;
  thread: number;
  /** Whether the thread is a pull request. */
  inPull: boolean;
  body: string;
  author: Author;
  createdAt: Instant;
  updatedAt: Instant;
}

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
  line: number;
  body: string;
}

export interface TreeEntry {
  path: string;
  /** `040000` is a whole folder, by its `sha`. */
  mode: "100644" | "100755" | "040000";
  /** Text inline; undefined with `sha: null` deletes the path. */
  text?: string;
  sha?: Sha | null;
}

/** A file of a commit. Only a regular file that is text, and not too large, is read: else `odd` says why not, in the words that follow a path, and there is no text. */
export interface FileAtRef {
  text: string;
  sha: Sha;
  odd?: string;
}

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

/** A commit with its tree. */
export interface CommitAt {
  sha: Sha;
  tree: Sha;
  message: string;
  parents: Sha[];
}

/** How a commit stands to another: `ahead` or `identical` means that the base is in the head's history. */
export interface Comparison {
  status: "ahead" | "behind" | "diverged" | "identical";
  /** What the head has and the base has not, oldest first; at most 1,000. */
  commits: { sha: Sha; message: string }[];
}

/** What a commit does to one path, compared with its first parent. */
export interface PathChange {
  path: string;
  status: string;
  /** The blob that it leaves there. */
  blob: Sha;
  /** Absent for what is no text, or too much of it. */
  patch?: string;
}

/** A folder's tree, with what is right in it. */
export interface Folder {
  sha: Sha;
  entries: { name: string; sha: Sha; folder: boolean }[];
}

/** Branches or tags whose name contains a text. */
export interface RefSearch {
  kind: "heads" | "tags";
  text: string;
}

/** What to read in one go; `commits` are branches or shas, `heads` the commits whose gates are asked for. */
export interface Question {
  files: { path: string; ref: string }[];
  folders: { path: string; ref: string }[];
  commits: string[];
  pulls: number[];
  heads: Sha[];
  issues: number[];
  /** At most twenty of each. */
  refs: RefSearch[];
  /** Whether to name the pull requests that changed last. */
  newestPulls: boolean;
  /** Whether to ask for what `gsd doctor` looks at too. */
  settings: boolean;
}

/** Each list in the order of the question; undefined for what is absent. */
export interface Answer {
  defaultBranch: string;
  files: (FileAtRef | undefined)[];
  folders: (Folder | undefined)[];
  commits: (CommitAt | undefined)[];
  pulls: (SeenPull | undefined)[];
  heads: HeadState[];
  issues: (IssueState | undefined)[];
  /** The names that were found, without `refs/heads/`. */
  refs: string[][];
  /** The newest pull requests of the repository's own branches, where they were asked for. */
  newestPulls: NamedPull[];
  /** Where it was asked for. */
  settings: SeenSettings | undefined;
}

/** Of a repository's settings and files, what anybody may read who may read it. */
export interface SeenSettings {
  mergeMethods: MergeMethod[];
  /** Undefined where there are too many to name. */
  labels: string[] | undefined;
  /** The workflow files of the default branch. */
  workflows: { path: string; text: string }[];
  /** Branches that keep git from making ours. */
  blockingBranches: string[];
}

/** A comment that was just made. */
export interface NewComment {
  id: number;
  nodeId: string;
}

/** A text of ours that is written anew: a comment's or a pull request's. */
export interface TextEdit {
  type: "comment" | "pull";
  nodeId: string;
  body: string;
}

/** Several files as one commit, for a branch that is still where we saw it, or that is made there first. */
export interface FileCommit {
  branch: string;
  newBranch?: boolean;
  expectedHead: Sha;
  message: string;
  additions: { path: string; text: string }[];
  deletions: string[];
}

/** Where a ref (`heads/…` or `tags/…`) should be; undefined for nowhere. */
export interface RefPlace {
  name: string;
  sha: Sha | undefined;
}

/** What gsd asks of GitHub for one repository. Reads answer `undefined` for what is absent; refusals are `GsdError`s
 * (`forbidden`, `conflict`, `invalid`, `rate-limited`, `unavailable`). */
export interface GitHubPort {
  readonly owner: string;
  readonly name: string;
  /** Waits as GitHub wants it between two tries of the same thing; none on loopback. */
  pause(milliseconds: number): Promise<void>;

  repository(): Promise<{ defaultBranch: string }>;
  permissionOf(login: string): Promise<string>;

  readFile(path: string, ref: string): Promise<FileAtRef | undefined>;
  writeFile(file: {
    path: string;
    branch: string;
    text: string;
    sha?: Sha;
    message: string;
  }): Promise<{ sha: Sha; commit: Sha }>;
  /** Saves files as one signed commit; `conflict` when the branch has moved (a new one: exists elsewhere), and then nothing was changed. */
  commitFiles(commit: FileCommit): Promise<Sha | "conflict">;
  /** Many reads in one request; a list that is left out asks for nothing. */
  look(question: Partial<Question>): Promise<Answer>;
  listFolder(path: string, ref: string): Promise<{ name: string; sha: Sha; folder: boolean }[] | undefined>;

  issue(number: number): Promise<Issue | undefined>;
  createLabel(label: NewLabel): Promise<void>;
  issuesLabeled(label: string): Promise<Issue[]>;
  /** Open issues with a label or of a milestone, oldest first; `more` says that there are others. */
  issuesIn(
    place: { label: string } | { milestone: number },
  ): Promise<{ issues: BacklogIssue[]; more: boolean }>;
  /** What blocks an issue, and its sub-issues. */
  linksOf(issue: number): Promise<Link[]>;
  /** Who put labels and milestones on issues, in few requests; oldest first, the last fifty of each. */
  sortingsOf(issues: readonly number[]): Promise<Sorting[][]>;
  /** All open milestones and the newest closed ones, up to a hundred, with up to a hundred issues each. */
  milestones(): Promise<Milestone[]>;
  createMilestone(milestone: { title: string; due: string | undefined }): Promise<void>;
  updateMilestone(
    number: number,
    change: { title?: string; due?: string | null; state?: "open" | "closed" },
  ): Promise<void>;
  /** Puts an issue into a milestone, or takes it out. */
  setMilestone(issue: number, milestone: number | null): Promise<void>;
  /** Which of these numbers are no issues, and what they are instead. */
  absentIssues(numbers: readonly number[]): Promise<Map<number, "none" | "pull">>;
  createIssue(issue: { title: string; body: string }): Promise<{ number: number; nodeId: string }>;
  updateIssue(issue: number, change: { title?: string; body?: string }): Promise<void>;
  /** The newest issues that we have opened ourselves. */
  ownIssues(): Promise<{ number: number; nodeId: string; body: string }[]>;
  /** Pins an issue to the top of the list; GitHub may refuse. */
  pinIssue(nodeId: string): Promise<void>;
  /** What happened to an issue or pull request, oldest first. */
  issueEvents(number: number): Promise<IssueEvent[]>;
  closeIssue(number: number): Promise<void>;
  /** Also where the repository has no such label yet. */
  addLabel(issue: number, label: string): Promise<void>;
  /** Also where it is not on the issue. */
  removeLabel(issue: number, label: string): Promise<void>;
  comments(thread: number): Promise<Comment[]>;
  commentsSince(since: Instant): Promise<Comment[]>;
  createComment(thread: number, body: string): Promise<NewComment>;
  updateComment(id: number, body: string): Promise<void>;
  /** Writes several texts anew in one request. One that is refused does not keep the others from being written. */
  writeTexts(texts: TextEdit[]): Promise<void>;
  react(target: ReactionTarget, reaction: Reaction): Promise<void>;

  pull(number: number): Promise<Pull | undefined>;
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
    title: string;
  }): Promise<Sha>;
  /** Calls people to a pull request; GitHub refuses its author and people without access. */
  requestReview(pull: number, logins: string[]): Promise<void>;
  /** Merges a commit into a branch by a merge commit; `nothing` when the branch contains it already, and on a conflict nothing is changed. */
  mergeBranch(merge: {
    into: string;
    sha: Sha;
    message: string;
  }): Promise<{ sha: Sha } | "nothing" | "conflict">;
  reviews(pull: number): Promise<Review[]>;
  /** Those of these comments and reviews whose text is surely the one they were created with: times have no more than seconds. */
  neverEdited(nodeIds: readonly string[]): Promise<string[]>;
  /** The edits of a comment, in no order; undefined where not all of them can be had. */
  editsOf(nodeId: string): Promise<Edit[] | undefined>;
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

  /** When a file of a branch was changed last; undefined where it never was. */
  changedAt(path: string, branch: string): Promise<Instant | undefined>;
  /** The commit a branch, tag or sha names, with its tree. */
  commit(ref: string): Promise<CommitAt | undefined>;
  /** Undefined where one of them does not exist, or they have nothing in common. */
  compare(base: string, head: string): Promise<Comparison | undefined>;
  changesOf(sha: Sha): Promise<PathChange[] | undefined>;
  tree(sha: Sha): Promise<{ path: string; mode: string; type: string; sha: Sha }[]>;
  blobText(sha: Sha): Promise<string>;
  createBlob(base64: string): Promise<Sha>;
  createTree(base: Sha | undefined, entries: TreeEntry[]): Promise<Sha>;
  createCommit(commit: { message: string; tree: Sha; parents: Sha[] }): Promise<Sha>;
  /** `heads/…` or `tags/…`. */
  ref(name: string): Promise<Sha | undefined>;
  /** The types of the rules that hold for a branch, which need not exist; undefined where they cannot be seen. */
  rulesOf(branch: string): Promise<string[] | undefined>;
  /** Who moved a branch, newest first; the last hundred times. */
  pushes(branch: string): Promise<Push[]>;
  createRef(name: string, sha: Sha): Promise<"created" | "exists">;
  updateRef(name: string, sha: Sha, options: { force: boolean }): Promise<void>;
  deleteRef(name: string): Promise<void>;
  /** Brings refs where they should be, writing nothing for those that are; `refused` when GitHub refuses one, and then none was changed. */
  setRefs(places: RefPlace[]): Promise<"set" | "refused">;

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

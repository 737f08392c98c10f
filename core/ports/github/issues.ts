import type { Reaction, ReactionTarget } from "../../model/effect.ts";
import type { Instant } from "../../model/ids.ts";
import type { Mark } from "../../model/mark.ts";
import type { Author, Edit } from "./people.ts";

/** A label as it looks on GitHub. */
export interface NewLabel {
  name: string;
  color: string;
  description: string;
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

/** Issues, their comments, and what is said in them. */
export interface IssuesPort {
  issue(number: number): Promise<Issue | undefined>;
  createLabel(label: NewLabel): Promise<void>;
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
  /** Writes several texts anew, and signs beside others, in one request. One that is refused does not keep the others from being written. */
  writeTexts(texts: (TextEdit | Mark)[]): Promise<void>;
  react(target: ReactionTarget, reaction: Reaction): Promise<void>;
  /** Those of these comments and reviews whose text is surely the one they were created with: times have no more than seconds. */
  neverEdited(nodeIds: readonly string[]): Promise<string[]>;
  /** The edits of a comment, in no order; undefined where not all of them can be had. */
  editsOf(nodeId: string): Promise<Edit[] | undefined>;
}

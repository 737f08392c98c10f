import type { App, User } from "./account.ts";
import type { Pull } from "./pull.ts";

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
  /** Who edited its text, oldest first. */
  edits: { user: User; at: string }[];
  closedAt: string | null;
  closedBy: User | null;
  /** Who put labels on and took them off, changed its milestone, closed it and opened it again. */
  events: IssueEvent[];
  /** The number of its milestone. */
  milestone: number | null;
  /** Numbers of issues that block it, and of its sub-issues. */
  blockedBy: number[];
  subIssues: number[];
  pull?: Pull;
}

export interface Milestone {
  id: number;
  number: number;
  title: string;
  description: string | null;
  state: "open" | "closed";
  dueOn: string | null;
  creator: User;
  createdAt: string;
  updatedAt: string;
  closedAt: string | null;
}

export interface IssueEvent {
  id: number;
  event: "labeled" | "unlabeled" | "milestoned" | "demilestoned" | "closed" | "reopened";
  label?: { name: string; color: string };
  milestone?: { title: string };
  user: User;
  app: App | null;
  createdAt: string;
}

export interface Comment {
  id: number;
  issue: number;
  body: string;
  user: User;
  app: App | null;
  reactions: Reaction[];
  createdAt: string;
  updatedAt: string;
  /** When its text was edited last: by this, and not by its times, an edit within a second shows. */
  editedAt?: string;
  minimized?: string;
  /** Who edited its text, oldest first. */
  edits: { user: User; at: string }[];
}

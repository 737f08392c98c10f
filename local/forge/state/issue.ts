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
  closedAt: string | null;
  closedBy: User | null;
  /** Who put labels on and took them off, closed it and opened it again. */
  events: IssueEvent[];
  pull?: Pull;
}

export interface IssueEvent {
  id: number;
  event: "labeled" | "unlabeled" | "closed" | "reopened";
  label?: { name: string; color: string };
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

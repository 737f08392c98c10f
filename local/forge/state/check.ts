import type { App, User } from "./account.ts";

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

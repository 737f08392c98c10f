import type { Conclusion, RunStatus, StepRecord } from "../../actions-port.ts";
import type { User } from "./account.ts";

export interface Run {
  id: number;
  repo: string;
  workflowId: number;
  workflowPath: string;
  workflowName: string;
  displayTitle: string;
  event: string;
  headBranch: string;
  /** Where its head is a branch of a fork. */
  headRepo?: string;
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

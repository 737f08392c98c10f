import type { ActionsHost, Conclusion, RepoName } from "../actions-port.ts";
import type { ActionStore } from "./action-store.ts";
import type { ConcurrencyGroups } from "./concurrency.ts";
import type { WorkflowLoader } from "./load-workflows.ts";
import type { CancelDelays, ProcessGroup } from "./process-group.ts";
import type { Slots } from "./slots.ts";

/** Everything that runs and jobs share: made once by `createRunner`. */
export interface Machine {
  host: ActionsHost;
  folder: string;
  /** Node for JavaScript actions. */
  node: string;
  /** The environment of every job before the workflow adds to it: PATH, and what the caller gave. */
  env: Record<string, string>;
  /** Labels of its own, besides GitHub's. */
  labels: readonly string[];
  delays: CancelDelays;
  /** How long a job waits for its machine. */
  jobStartMs: number;
  slots: Slots;
  groups: ConcurrencyGroups;
  actions: ActionStore;
  workflows: WorkflowLoader;
  /** Whether an event may start the workflow file at this path. */
  mayStart: (path: string) => boolean;
  /** Stands for the token of a job that does not exist yet, when a caller hands it on. */
  tokenPlaceholder: string;
  /** Aborted when the runner closes: no job starts any more. */
  closing: AbortSignal;
  active: Map<number, ActiveJob>;
  report: (event: JobEvent) => void;
}

/** A job that holds a token now. */
interface ActiveJob {
  id: number;
  token: string;
  processes: ProcessGroup;
  /** Ends the job as if its machine had died: nothing more of it runs, not even `always()` steps. */
  crash: () => void;
}

/** Told to `onJob` when a job starts and when it ends. */
export interface JobEvent {
  type: "started" | "completed";
  repo: RepoName;
  runId: number;
  jobId: number;
  name: string;
  conclusion: Conclusion | null;
  milliseconds?: number;
}

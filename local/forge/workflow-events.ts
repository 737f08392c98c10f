import type { RepoName, WorkflowEvent } from "../actions-port.ts";
import { createDisturbable, type Disturbable } from "./disturbance.ts";

type RunListener = (run: { repo: RepoName; runId: number }) => void;

/** The forge's side of the runner's listeners. */
export interface WorkflowEvents {
  /** Events on their way to the runner; can be held, shuffled, doubled and thinned like deliveries. */
  stream: Disturbable<WorkflowEvent>;
  log: WorkflowEvent[];
  listeners: Set<(event: WorkflowEvent) => void>;
  cancelled: Set<RunListener>;
  approved: Set<RunListener>;
}

export function createWorkflowEvents(): WorkflowEvents {
  const log: WorkflowEvent[] = [];
  const listeners = new Set<(event: WorkflowEvent) => void>();
  const stream = createDisturbable<WorkflowEvent>((event) => {
    log.push(event);
    // After the request that caused it: a listener calls back into the forge.
    setImmediate(() => {
      for (const listener of listeners) listener(event);
    });
  });
  return { stream, log, listeners, cancelled: new Set(), approved: new Set() };
}

export function notifyRun(listeners: Set<RunListener>, run: { repo: RepoName; runId: number }): void {
  setImmediate(() => {
    for (const listener of listeners) listener(run);
  });
}

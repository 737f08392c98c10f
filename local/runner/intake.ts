import type { WorkflowEvent } from "../actions-port.ts";
import { findRuns } from "./find-runs.ts";
import type { Machine } from "./machine.ts";
import type { StartedRun } from "./start-run.ts";

interface IntakeOptions {
  /** Told about every run that starts, and about every event that is being read. */
  track: (run: Promise<unknown>) => void;
  trackEvent: (event: Promise<unknown>) => void;
  log: (message: string, fields: Record<string, unknown>) => void;
}

/** What the forge says: events become runs; cancels and approvals find theirs. */
export interface Intake {
  cancelAll(reason: string): void;
  stop(): void;
}

export function createIntake(machine: Machine, options: IntakeOptions): Intake {
  const { host } = machine;
  const runs = new Map<number, StartedRun>();
  const waiting = new Map<number, StartedRun>();
  const cancelledBefore = new Set<number>();
  const nextNumber = createRunNumbers();
  let reading: Promise<unknown> = Promise.resolve();

  const execute = (run: StartedRun) => {
    runs.set(run.id, run);
    options.track(run.execute().finally(() => runs.delete(run.id)));
    if (cancelledBefore.delete(run.id)) run.cancel(byHand);
  };
  const take = async (event: WorkflowEvent) => {
    for (const run of await findRuns(machine, event, nextNumber)) {
      if (machine.closing.aborted) return;
      if (!event.needsApproval) execute(run);
      else {
        waiting.set(run.id, run);
        host.updateRun(run.id, { status: "waiting", conclusion: "action_required" });
      }
    }
  };
  // One event after the other, so that runs queue in the order of their events.
  const accept = (event: WorkflowEvent) => {
    reading = reading
      .then(() => take(event))
      .catch((error) => options.log("event failed", { event: event.name, error }));
    options.trackEvent(reading);
  };
  const approve = ({ runId }: { runId: number }) => {
    const run = waiting.get(runId);
    if (!run || !waiting.delete(runId)) return;
    host.updateRun(runId, { status: "queued", conclusion: null });
    execute(run);
  };
  const cancel = ({ runId }: { runId: number }) => {
    const run = runs.get(runId);
    if (run) run.cancel(byHand);
    else if (waiting.delete(runId)) host.updateRun(runId, { status: "completed", conclusion: "cancelled" });
    else cancelledBefore.add(runId);
  };
  const stops = [host.onEvent(accept), host.onCancel(cancel), host.onApprove(approve)];

  return {
    cancelAll: (reason) => void [...runs.values()].map((run) => run.cancel(reason)),
    stop: () => void stops.map((stop) => stop()),
  };
}

const byHand = "The run was canceled.";

function createRunNumbers() {
  const numbers = new Map<string, number>();
  return (workflow: string) => {
    const number = (numbers.get(workflow) ?? 0) + 1;
    numbers.set(workflow, number);
    return number;
  };
}

import type { WorkflowEvent } from "../actions-port.ts";
import { changedFiles, headMessage } from "./event-commits.ts";
import type { WorkflowFile } from "./load-workflows.ts";
import type { Machine } from "./machine.ts";
import { matchTrigger, triggersOf } from "./match-trigger.ts";
import { refuseDispatch, type StartedRun, startRun } from "./start-run.ts";

/** Creates a run for every workflow that listens to an event. */
export async function findRuns(
  machine: Machine,
  event: WorkflowEvent,
  nextNumber: (workflow: string) => number,
): Promise<StartedRun[]> {
  const files = await filesFor(machine, event);
  const started: StartedRun[] = [];
  for (const file of files) {
    if (!machine.mayStart(file.path) || !(await listens(machine, event, file))) continue;
    const number = nextNumber(`${event.repo}:${file.path}`);
    const run = await startRun(machine, event, { file, number });
    if (run) started.push(run);
  }
  return started;
}

async function filesFor(machine: Machine, event: WorkflowEvent): Promise<WorkflowFile[]> {
  const source = { repo: event.repo, ref: event.ref, sha: event.sha };
  if (event.name !== "workflow_dispatch" || event.workflow === undefined) {
    return machine.workflows.all(source);
  }
  const file = await machine.workflows.one(source, event.workflow);
  const on = triggersOf((file?.parsed.document ?? rawOf(file))?.on);
  if (file && (file.parsed.document === undefined || "workflow_dispatch" in on)) return [file];
  refuseDispatch(
    machine,
    event,
    file
      ? `${event.workflow} has no 'workflow_dispatch' trigger`
      : `${event.workflow} does not exist at ${event.sha}`,
  );
  return [];
}

/** A broken file whose `on:` can be read fails where it would have run; one that cannot be read at all fails always. */
async function listens(machine: Machine, event: WorkflowEvent, file: WorkflowFile): Promise<boolean> {
  if (event.name === "workflow_dispatch") return true;
  const document = file.parsed.document ?? rawOf(file);
  if (document?.on === undefined) return file.parsed.document === undefined;
  return matchTrigger(document.on, event, {
    changedFiles: () => changedFiles(machine.host, event),
    headMessage: () => headMessage(machine.host, event),
  });
}

function rawOf(file: WorkflowFile | undefined): { on?: unknown } | undefined {
  const parsed = file?.parsed;
  const raw = parsed && "raw" in parsed ? parsed.raw : undefined;
  return raw !== null && typeof raw === "object" ? (raw as { on?: unknown }) : undefined;
}

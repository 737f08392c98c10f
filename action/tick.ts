import { connect } from "./connect.ts";
import { handleEvent } from "./control.ts";
import type { Environment } from "./environment.ts";
import { runOf } from "./find-job.ts";
import { noteLedger } from "./note-ledger.ts";
import { log } from "./output.ts";

/** `command: tick`: does what lost events left undone, whatever started the workflow, and dispatches its jobs to the stub. */
export async function tickByHand(environment: Environment): Promise<void> {
  const ports = connect(environment, log);
  const { ref } = environment;
  const event = { name: "workflow_dispatch", payload: {} };
  await noteLedger(environment, ports, () => handleEvent(ports, { event, ref, run: runOf(environment) }));
}

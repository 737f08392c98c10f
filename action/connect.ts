import { connectRepository } from "../adapters/connect-repository.ts";
import { workflowVoice } from "../loop/is-our-voice.ts";
import type { Logger, Ports } from "../loop/ports.ts";
import type { Environment } from "./environment.ts";

/** Less than the nine minutes that publish takes at most; what needs longer is published by a later run. */
const limitPatienceMs = 7 * 60_000;

/** The loop's ports, as one job of a workflow run has them. */
export function connect(environment: Environment, log: Logger): Ports {
  const { runId, jobName, key, workflow, secrets, zone } = environment;
  const ports: Ports = {
    ...connectRepository({ ...environment, fetch, patienceMs: limitPatienceMs, log }),
    // Without its attempt: one that was started again takes over what the one before left.
    owner: ["run", runId, jobName, key].join("/"),
    workflow,
    log,
  };
  // There is no App where a workflow is control.
  if (zone === "control") ports.voices = [workflowVoice];
  return secrets ? { ...ports, secrets } : ports;
}

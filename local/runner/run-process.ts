import { join } from "node:path";
import { GsdError } from "../../core/gsd-error.ts";
import { contextVariables } from "./contexts.ts";
import { openEnvFiles, type StepWrites } from "./env-files.ts";
import type { Job } from "./job-state.ts";
import type { StepControl } from "./run-step.ts";
import { createCommandReader } from "./workflow-commands.ts";

export interface StepProcess {
  file: string;
  args: string[];
  cwd: string;
  env?: Record<string, string>;
}

/** Runs a step's process, shows its output, and takes over what it wrote to the environment files. */
export async function runProcess(control: StepControl, request: StepProcess): Promise<StepWrites> {
  const { job } = control;
  const files = openEnvFiles(join(job.folders.temp, "commands"));
  const end = await job.processes.run({
    file: request.file,
    args: request.args,
    cwd: request.cwd,
    env: { ...stepEnvironment(control), ...files.env, ...request.env },
    stop: control.stop,
    onLine: lineReader(job),
  });
  const writes = files.collect();
  Object.assign(job.env, writes.env);
  job.paths.unshift(...writes.paths.reverse());
  if (writes.summary !== "") {
    job.run.machine.host.appendSummary(job.id, job.masker.apply(writes.summary));
  }
  if (end.code === 0 && !control.stop.aborted) return writes;
  const failure = new GsdError("step-failed", `Process completed with exit code ${end.code}.`);
  throw Object.assign(failure, { outputs: writes.outputs, state: writes.state });
}

function lineReader(job: Job): (line: string) => void {
  const read = createCommandReader();
  return (line) => {
    const effect = read(line);
    if (effect.type === "mask") job.masker.add(effect.value);
    if (effect.type === "print") job.log(effect.text);
  };
}

/** The whole environment of a step's process; of the host's only PATH. */
function stepEnvironment(control: StepControl): Record<string, string> {
  const { job, frame, scope } = control;
  const { folders, run } = job;
  const user = { ...job.env, ...frame.env, ...control.env };
  const base: Record<string, string> = {
    ...run.machine.env,
    HOME: folders.home,
    TMPDIR: folders.scratch,
    CI: "true",
    ...user,
  };
  return {
    ...base,
    ...contextVariables("GITHUB_", { ...(scope.contexts["github"] as object), action: control.id }),
    ...contextVariables("RUNNER_", scope.contexts["runner"] as Record<string, unknown>),
    ...identityVariables(job),
    GITHUB_ACTIONS: "true",
    RUNNER_TRACKING_ID: job.trackingId,
    PATH: [...job.paths, base["PATH"] ?? ""].join(":"),
  };
}

function identityVariables({ identity }: Job): Record<string, string> {
  if (!identity) return {};
  return { ACTIONS_ID_TOKEN_REQUEST_URL: identity.url, ACTIONS_ID_TOKEN_REQUEST_TOKEN: identity.token };
}

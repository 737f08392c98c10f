import { dirname } from "node:path";
import { GsdError } from "../../../core/gsd-error.ts";
import type { StepControl } from "../run-step.ts";
import { readStandInInputs } from "./read-inputs.ts";

const action = "actions/setup-node";

/** Puts the runner's own Node first on the PATH, if it is the version asked for. */
export async function setupNode(control: StepControl, given: Record<string, string>) {
  const { job } = control;
  const { node } = job.run.machine;
  const inputs = readStandInInputs(action, given, { "node-version": "" });
  let version = "";
  await job.processes.run({
    file: node,
    args: ["--version"],
    cwd: job.folders.workspace,
    env: { ...job.run.machine.env },
    stop: control.stop,
    onLine: (line) => {
      version ||= line.trim();
    },
  });
  const wanted = inputs["node-version"].replace(/^v/, "").replace(/(\.x)+$/, "");
  const found = version.replace(/^v/, "");
  if (wanted !== "" && wanted !== "*" && found !== wanted && !found.startsWith(`${wanted}.`)) {
    throw new GsdError(
      "unsupported",
      `not supported by the local runner: node-version '${inputs["node-version"]}' of ${action} (this machine has ${version})`,
    );
  }
  job.paths.unshift(dirname(node));
  return { "node-version": version };
}

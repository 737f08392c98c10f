import { mkdir } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import picomatch from "picomatch";
import { GsdError } from "../../../core/gsd-error.ts";
import type { StepControl } from "../run-step.ts";
import { readFlag, readStandInInputs } from "./read-inputs.ts";

const action = "actions/download-artifact";

/** Fetches one artifact of the run by its name, or all that a pattern names, each into a folder of its own. */
export async function downloadArtifact(control: StepControl, given: Record<string, string>) {
  const { job } = control;
  const { host } = job.run.machine;
  const inputs = readStandInInputs(action, given, {
    name: "",
    path: ".",
    pattern: "",
    "merge-multiple": "false",
  });
  const target = resolve(job.folders.workspace, inputs.path);
  if (relative(job.folders.root, target).startsWith("..")) {
    throw new GsdError("artifact-path", `The path '${inputs.path}' leaves the job's folder`);
  }
  const merge = readFlag("merge-multiple", inputs["merge-multiple"]);
  for (const name of wantedNames(inputs, host.listArtifacts(job.run.id))) {
    const folder = inputs.name !== "" || merge ? target : join(target, name);
    await mkdir(folder, { recursive: true });
    if (!(await host.loadArtifact({ runId: job.run.id, name, folder }))) {
      throw new GsdError(
        "artifact-unknown",
        `Unable to download artifact(s): Artifact not found for name: ${name}`,
      );
    }
    job.log(`Artifact ${name} was downloaded to ${folder}`);
  }
  return { "download-path": target };
}

function wantedNames(inputs: { name: string; pattern: string }, names: string[]): string[] {
  if (inputs.name !== "") return [inputs.name];
  if (inputs.pattern === "") return names;
  return names.filter((name) => picomatch.isMatch(name, inputs.pattern));
}

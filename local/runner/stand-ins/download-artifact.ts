import { mkdir } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import picomatch from "picomatch";
import { GsdError } from "../../../core/gsd-error.ts";
import type { StepControl } from "../run-step.ts";
import { readCount, readFlag, readStandInInputs } from "./read-inputs.ts";

const action = "actions/download-artifact";

/** Fetches one artifact by its name, or all that a pattern names, each into a folder of its own: of this run, or of the one that `run-id` names. */
export async function downloadArtifact(control: StepControl, given: Record<string, string>) {
  const { job } = control;
  const { host } = job.run.machine;
  const inputs = readStandInInputs(action, given, {
    name: "",
    path: ".",
    pattern: "",
    "merge-multiple": "false",
    "github-token": "",
    repository: job.run.repo,
    "run-id": String(job.run.id),
  });
  const target = resolve(job.folders.workspace, inputs.path);
  if (relative(job.folders.root, target).startsWith("..")) {
    throw new GsdError("artifact-path", `The path '${inputs.path}' leaves the job's folder`);
  }
  const merge = readFlag("merge-multiple", inputs["merge-multiple"]);
  const { runId, names } = await sourceOf(control, inputs);
  for (const name of wantedNames(inputs, names)) {
    const folder = inputs.name !== "" || merge ? target : join(target, name);
    await mkdir(folder, { recursive: true });
    if (!(await host.loadArtifact({ runId, name, folder }))) {
      throw new GsdError(
        "artifact-unknown",
        `Unable to download artifact(s): Artifact not found for name: ${name}`,
      );
    }
    job.log(`Artifact ${name} was downloaded to ${folder}`);
  }
  return { "download-path": target };
}

interface Source {
  "github-token": string;
  repository: string;
  "run-id": string;
}

/** Without a token the action looks at its own run only, whatever `run-id` says. */
async function sourceOf({ job }: StepControl, inputs: Source): Promise<{ runId: number; names: string[] }> {
  const { host } = job.run.machine;
  if (inputs["github-token"] === "") {
    if (inputs["run-id"] !== String(job.run.id))
      job.log("##[warning]run-id has no effect without github-token: this is the run's own artifact");
    return { runId: job.run.id, names: host.listArtifacts(job.run.id) };
  }
  const runId = readCount("run-id", inputs["run-id"]);
  return { runId, names: await listByToken(host.urls.api, { ...inputs, runId }) };
}

/** With a token it asks the API, so that a token which may not read actions is refused here too. */
async function listByToken(api: string, source: Source & { runId: number }): Promise<string[]> {
  const url = `${api}/repos/${source.repository}/actions/runs/${source.runId}/artifacts?per_page=100`;
  const answer = await fetch(url, { headers: { authorization: `Bearer ${source["github-token"]}` } });
  const body = (await answer.json()) as {
    message?: string;
    artifacts?: { name: string; expired: boolean }[];
  };
  if (!answer.ok)
    throw new GsdError(
      "artifact-unreadable",
      `Unable to download artifact(s): ${body.message} (${answer.status}, run ${source.runId} of ${source.repository})`,
    );
  return (body.artifacts ?? []).filter((artifact) => !artifact.expired).map((artifact) => artifact.name);
}

function wantedNames(inputs: { name: string; pattern: string }, names: string[]): string[] {
  if (inputs.name !== "") return [inputs.name];
  if (inputs.pattern === "") return names;
  return names.filter((name) => picomatch.isMatch(name, inputs.pattern));
}

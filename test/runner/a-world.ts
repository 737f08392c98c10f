import type { WorkflowEvent } from "../../local/actions-port.ts";
import { createRunner, type Runner, type RunnerOptions } from "../../local/runner/create-runner.ts";
import { aHost, type FakeHost, type FakeJob, type FakeRun } from "./a-host.ts";

/** A repository `me/app` on a fake forge, with a runner. */
export interface World extends AsyncDisposable {
  host: FakeHost;
  runner: Runner;
  /** Sends an event and waits until all is quiet. */
  send(event: Partial<WorkflowEvent> & { name: string }): Promise<FakeRun>;
  dispatch(inputs?: Record<string, unknown>, path?: string): Promise<FakeRun>;
  event(event: Partial<WorkflowEvent> & { name: string }): WorkflowEvent;
  job(name: string): FakeJob;
  /** Names and conclusions of all jobs, in the order of their creation. */
  results(): Record<string, string | null>;
}

export async function aWorld(
  files: Record<string, string>,
  options: Partial<RunnerOptions> & { others?: Record<string, Record<string, string>> } = {},
): Promise<World> {
  const { others = {}, ...runnerOptions } = options;
  const host = await aHost();
  for (const [repo, content] of Object.entries(others)) host.commit(repo, content);
  const sha = host.commit("me/app", files);
  const runner = createRunner({
    host,
    parallel: 4,
    delays: { interrupt: 300, terminate: 200 },
    logger: (message, fields) => console.error(message, fields),
    ...runnerOptions,
  });
  const event: World["event"] = (given) => ({
    repo: "me/app",
    payload: {},
    ref: "refs/heads/main",
    sha,
    actor: "ada",
    ...given,
  });
  const send: World["send"] = async (given) => {
    host.emit(event(given));
    await runner.idle();
    return host.runs.at(-1)!;
  };
  return {
    host,
    runner,
    event,
    send,
    dispatch: (inputs = {}, workflow = ".github/workflows/w.yml") =>
      send({ name: "workflow_dispatch", workflow, payload: { inputs } }),
    job(name) {
      const job = host.jobs.find((known) => known.name === name);
      if (job) return job;
      throw new Error(`no job '${name}' among: ${host.jobs.map((known) => known.name).join("; ")}`);
    },
    results: () => Object.fromEntries(host.jobs.map((job) => [job.name, job.conclusion])),
    async [Symbol.asyncDispose]() {
      await runner.close();
      await host.close();
    },
  };
}

/** A workflow file that is dispatched by hand; `jobs` is its YAML below `jobs:`, indented by two. */
function aWorkflow(jobs: string, head = "on: workflow_dispatch"): string {
  return `${head}\njobs:\n${jobs}`;
}

/** One file `w.yml` with these jobs. */
export function withJobs(jobs: string, head?: string): Record<string, string> {
  return { ".github/workflows/w.yml": aWorkflow(jobs, head) };
}

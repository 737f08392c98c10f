import { GsdError } from "../../core/gsd-error.ts";
import { resolveValue } from "./evaluate.ts";
import { type Job, jobEnvironment } from "./job-state.ts";
import { prepareAction } from "./prepare-action.ts";
import { prepareSteps } from "./prepare-steps.ts";
import { type PreparedStep, runStep } from "./run-step.ts";

/** All steps of a job in their order: set up, the actions' own `pre`, the job's, the actions' `post` backwards. */
export async function runSteps(job: Job): Promise<void> {
  const { frame } = job;
  let steps: { pre: PreparedStep[]; main: PreparedStep[] } = { pre: [], main: [] };
  await runStep(
    job,
    frame,
    internalStep("Set up job", async () => {
      showPermissions(job);
      checkLabels(job);
      job.env = jobEnvironment(job);
      await checkActions(job);
      steps = await prepareSteps(job, frame, job.request.job.document.steps ?? []);
    }),
  );
  if (frame.status === "success") {
    for (const step of [...steps.pre, ...steps.main]) await runStep(job, frame, step);
  }
  for (let post = job.posts.pop(); post; post = job.posts.pop()) await runStep(job, frame, post);
  await runStep(
    job,
    frame,
    internalStep("Complete job", async () => job.processes.killAll()),
  );
}

function internalStep(title: string, execute: () => Promise<void>): PreparedStep {
  return {
    title,
    condition: "always()",
    recorded: true,
    execute: async () => {
      await execute();
      return {};
    },
  };
}

function showPermissions(job: Job) {
  const granted = Object.entries(job.request.job.permissions).map(([name, level]) => `\n${name}: ${level}`);
  job.log(`##[group]GITHUB_TOKEN Permissions${granted.join("")}\n##[endgroup]`);
}

function checkLabels(job: Job) {
  const runsOn = resolveValue(job.request.job.document["runs-on"], job.request.scope);
  const labels = [labelsOf(runsOn)].flat();
  for (const label of labels) {
    if (typeof label === "string" && /^ubuntu-[\w.-]+$/.test(label)) continue;
    if (job.run.machine.labels.includes(String(label))) {
      checkOwner(job, String(label));
      continue;
    }
    throw new GsdError(
      "unsupported",
      `not supported by the local runner: runs-on ${JSON.stringify(label)} (it offers ubuntu-*)`,
    );
  }
}

/** `runs-on` is a label, a list of them, or a group that may name some. */
function labelsOf(runsOn: unknown): unknown {
  return typeof runsOn === "object" && runsOn !== null && "labels" in runsOn ? runsOn.labels : runsOn;
}

/** On GitHub such a job waits for a runner until it is given up. */
function checkOwner(job: Job, label: string) {
  const called = job.request.call.plan.source.repo;
  const ownerOf = (repo: string) => repo.split("/")[0];
  if (ownerOf(called) === ownerOf(job.run.repo)) return;
  throw new GsdError(
    "unsupported",
    `The runner ${label} is not given to a workflow of another owner (${called}): the job would wait for ever`,
  );
}

/** Every action that is not in the workspace must resolve before the first step runs. */
async function checkActions(job: Job) {
  for (const step of job.request.job.document.steps ?? []) {
    if (step.uses !== undefined && !step.uses.startsWith(".")) await prepareAction(job, job.frame, step.uses);
  }
}

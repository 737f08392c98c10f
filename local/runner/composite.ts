import { GsdError } from "../../core/gsd-error.ts";
import { resolveText } from "./evaluate.ts";
import type { PreparedAction } from "./prepare-action.ts";
import { prepareSteps } from "./prepare-steps.ts";
import { runStep, type StepControl } from "./run-step.ts";
import { type Frame, scopeOfStep } from "./step-scope.ts";

/** A composite action: its steps see its inputs and each other, not the job's steps. */
export async function runComposite(
  control: StepControl,
  action: Extract<PreparedAction, { type: "files" }>,
  inputs: Record<string, string>,
): Promise<Record<string, string>> {
  const { job } = control;
  const frame: Frame = {
    source: action.source,
    steps: {},
    status: "success",
    inputs,
    env: { ...control.frame.env, ...control.env },
    action: { path: action.folder, repository: action.source.repo, ref: action.source.ref },
    defaults: {},
    stop: control.stop,
  };
  const { main } = await prepareSteps(job, frame, action.document.runs.steps ?? []);
  for (const step of main) await runStep(job, frame, step);
  const scope = scopeOfStep(job, frame, {});
  const declared = Object.entries(action.document.outputs ?? {});
  const outputs = Object.fromEntries(
    declared.map(([name, output]) => [name, resolveText(output?.value, scope)]),
  );
  if (frame.status === "success" && !control.stop.aborted) return outputs;
  throw Object.assign(new GsdError("step-failed", `A step of ${action.uses} failed.`), { outputs });
}

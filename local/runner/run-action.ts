import { join } from "node:path";
import { GsdError } from "../../core/gsd-error.ts";
import { runComposite } from "./composite.ts";
import type { StepDocument } from "./documents.ts";
import { resolveText, resolveTexts, type Scope } from "./evaluate.ts";
import { type PreparedAction, prepareAction } from "./prepare-action.ts";
import { runProcess } from "./run-process.ts";
import type { PreparedStep, StepControl } from "./run-step.ts";

export interface ActionStep {
  document: StepDocument;
  /** `GITHUB_STATE`, handed from pre to main to post. */
  state: Record<string, string>;
}

type FileAction = Extract<PreparedAction, { type: "files" }>;

/** A `uses:` step. */
export async function runAction(control: StepControl, step: ActionStep): Promise<Record<string, string>> {
  const { job, frame, scope } = control;
  const uses = step.document.uses!;
  const action = await prepareAction(job, frame, uses);
  const given = resolveTexts(step.document.with, scope);
  job.log(`##[group]Run ${uses}${formatInputs(given)}\n##[endgroup]`);
  if (action.type === "stand-in") return action.standIn(control, given);
  const inputs = actionInputs(control, action, given);
  if (action.document.runs.using === "composite") return runComposite(control, action, inputs);
  const { post } = action.document.runs;
  if (post) job.posts.push(postStep(control, { action, step, inputs, script: post }));
  return runNode(control, { action, step, inputs, script: action.document.runs.main! });
}

/** The `pre:` of a JavaScript action, to run before the job's first step. */
export function preparePre(
  action: PreparedAction,
  options: ActionStep & { nested: boolean },
): PreparedStep | undefined {
  const script = action.type === "files" ? action.document.runs.pre : undefined;
  if (action.type !== "files" || !script) return undefined;
  if (options.nested) {
    throw new GsdError(
      "unsupported",
      `not supported by the local runner: 'pre' of ${action.uses} inside a composite action`,
    );
  }
  return {
    title: `Pre ${action.uses}`,
    condition: action.document.runs["pre-if"] ?? "always()",
    env: options.document.env,
    recorded: true,
    execute: (control) => {
      const inputs = actionInputs(control, action, resolveTexts(options.document.with, control.scope));
      return runNode(control, { action, step: options, inputs, script });
    },
  };
}

interface NodeRun {
  action: FileAction;
  step: ActionStep;
  inputs: Record<string, string>;
  script: string;
}

function postStep(main: StepControl, run: NodeRun): PreparedStep {
  return {
    title: `Post ${String(run.step.document.name ?? `Run ${run.action.uses}`)}`,
    condition: run.action.document.runs["post-if"] ?? "always()",
    recorded: true,
    execute: (control) => runNode({ ...control, frame: main.frame, env: main.env, id: main.id }, run),
  };
}

async function runNode(control: StepControl, { action, step, inputs, script }: NodeRun) {
  const { job } = control;
  const github = control.scope.contexts["github"] as Record<string, unknown>;
  const fields = { action_repository: action.source.repo, action_ref: action.source.ref };
  const scope = {
    ...control.scope,
    contexts: { ...control.scope.contexts, github: { ...github, ...fields } },
  };
  try {
    const writes = await runProcess(
      { ...control, scope },
      {
        file: job.run.machine.node,
        args: [join(action.folder, script)],
        cwd: job.folders.workspace,
        env: { ...prefixed("INPUT_", inputs), ...prefixed("STATE_", step.state) },
      },
    );
    Object.assign(step.state, writes.state);
    return writes.outputs;
  } catch (error) {
    Object.assign(step.state, (error as { state?: Record<string, string> }).state);
    throw error;
  }
}

/** Given inputs over the defaults of `action.yml`, whose expressions see `github` and the like. */
function actionInputs(control: StepControl, action: FileAction, given: Record<string, string>) {
  const declared = action.document.inputs ?? {};
  const defaults = resolveDefaults(declared, control.scope);
  const known = new Map(Object.keys(declared).map((name) => [name.toLowerCase(), name]));
  const inputs = { ...defaults };
  const unknown: string[] = [];
  for (const [name, value] of Object.entries(given)) {
    inputs[known.get(name.toLowerCase()) ?? name] = value;
    if (!known.has(name.toLowerCase())) unknown.push(name);
  }
  if (unknown.length > 0) {
    const valid = Object.keys(declared).join("', '");
    control.job.log(
      `##[warning]Unexpected input(s) '${unknown.join("', '")}', valid inputs are ['${valid}']`,
    );
  }
  return inputs;
}

function resolveDefaults(declared: NonNullable<FileAction["document"]["inputs"]>, scope: Scope) {
  const entries = Object.entries(declared).map(([name, definition]) => {
    return [name, resolveText(definition?.default ?? "", scope)] as const;
  });
  return Object.fromEntries(entries);
}

function prefixed(prefix: string, values: Record<string, string>): Record<string, string> {
  const entries = Object.entries(values);
  const nameOf = (name: string) => (prefix === "INPUT_" ? name.replaceAll(" ", "_").toUpperCase() : name);
  return Object.fromEntries(entries.map(([name, value]) => [`${prefix}${nameOf(name)}`, value]));
}

function formatInputs(inputs: Record<string, string>): string {
  const lines = Object.entries(inputs).map(([name, value]) => `\n  ${name}: ${value}`);
  return lines.length > 0 ? `\nwith:${lines.join("")}` : "";
}

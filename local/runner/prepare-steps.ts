import type { StepDocument } from "./documents.ts";
import type { Job } from "./job-state.ts";
import { prepareAction } from "./prepare-action.ts";
import { preparePre, runAction } from "./run-action.ts";
import { runScript } from "./run-script.ts";
import type { PreparedStep } from "./run-step.ts";
import type { Frame } from "./step-scope.ts";

/** Turns written steps into runnable ones. `pre` holds those that actions ask for before the first step. */
export async function prepareSteps(job: Job, frame: Frame, documents: StepDocument[]) {
  const pre: PreparedStep[] = [];
  const main: PreparedStep[] = [];
  const recorded = frame.action === undefined;
  for (const document of documents) {
    const state: Record<string, string> = {};
    main.push({ ...common(document), recorded, execute: executeOf(document, state) });
    const uses = document.uses;
    if (uses === undefined || uses.startsWith(".")) continue;
    const before = preparePre(await prepareAction(job, frame, uses), { document, state, nested: !recorded });
    if (before) pre.push(before);
  }
  return { pre, main };
}

function executeOf(document: StepDocument, state: Record<string, string>): PreparedStep["execute"] {
  if (document.uses === undefined) return (control) => runScript(control, document);
  return (control) => runAction(control, { document, state });
}

function common(document: StepDocument) {
  return {
    id: document.id,
    title: titleOf(document),
    condition: document.if,
    env: document.env,
    timeoutMinutes: document["timeout-minutes"],
    continueOnError: document["continue-on-error"],
  };
}

function titleOf(document: StepDocument): string {
  if (document.name !== undefined && document.name !== null) return String(document.name);
  return `Run ${document.uses ?? String(document.run).trim().split("\n")[0]}`;
}

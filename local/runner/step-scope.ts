import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Scope } from "./evaluate.ts";
import { findFiles } from "./find-files.ts";
import type { Job } from "./job-state.ts";
import type { Source } from "./resolve-uses.ts";

export interface StepResult {
  outputs: Record<string, string>;
  outcome: "success" | "failure" | "cancelled" | "skipped";
  conclusion: "success" | "failure" | "cancelled" | "skipped";
}

/** A list of steps that see each other: a job's own, or those of one composite action. */
export interface Frame {
  /** Where `$/` points. */
  source: Source;
  steps: Record<string, StepResult>;
  status: "success" | "failure";
  inputs: Record<string, unknown>;
  /** Of the step that uses the composite action. */
  env: Record<string, string>;
  action?: { path: string; repository: string; ref: string };
  defaults: { shell?: unknown; "working-directory"?: unknown };
  /** Of the step that uses the composite action: its time limit ends the steps within. */
  stop?: AbortSignal;
}

/** What a step's expressions see at this moment. */
export function scopeOfStep(job: Job, frame: Frame, env: Record<string, string>): Scope {
  const { cancelled } = job;
  const status = cancelled.signal.aborted ? "cancelled" : frame.status;
  const github = job.contexts["github"] as object;
  return {
    contexts: {
      ...job.contexts,
      github: frame.action ? { ...github, ...actionFields(frame.action) } : github,
      job: {
        ...(job.contexts["job"] as object),
        status: cancelled.signal.aborted ? "cancelled" : job.status,
      },
      env: { ...job.env, ...frame.env, ...env },
      inputs: frame.inputs,
      steps: frame.steps,
    },
    status: {
      success: () => status === "success",
      failure: () => status === "failure",
      cancelled: () => status === "cancelled",
    },
    hashFiles: (patterns) => hashFiles(job.folders.workspace, patterns),
  };
}

function actionFields(action: NonNullable<Frame["action"]>) {
  return { action_path: action.path, action_repository: action.repository, action_ref: action.ref };
}

function hashFiles(folder: string, patterns: string[]): string {
  const files = findFiles(folder, patterns);
  if (files.length === 0) return "";
  const hash = createHash("sha256");
  for (const file of files)
    hash.update(
      createHash("sha256")
        .update(readFileSync(join(folder, file)))
        .digest(),
    );
  return hash.digest("hex");
}

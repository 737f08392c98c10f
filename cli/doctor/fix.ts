import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { SettingsConnection } from "../../adapters/github/connect-settings.ts";
import { GsdError } from "../../core/gsd-error.ts";
import type { Remedy } from "../../core/install/diagnosis.ts";
import { newLabel } from "../../core/install/labels.ts";
import { pinStub } from "../../core/install/stub.ts";
import { writeFiles } from "../init/write-files.ts";

/** Where remedies are applied. */
export interface Patient {
  connection: SettingsConnection;
  /** The clone, where there is one. */
  folder: string | undefined;
}

/** What became of a remedy; `push` where a file of the clone was changed. */
export type RemedyOutcome = { state: "done" } | { state: "push" } | { state: "refused"; why: string };

/** Applies one remedy. That GitHub refuses it is an outcome: the others may still work. */
export async function applyRemedy(remedy: Remedy, patient: Patient): Promise<RemedyOutcome> {
  try {
    if (remedy.type === "renew-pin") return await renewPin(remedy, patient);
    await change(remedy, patient);
    return { state: "done" };
  } catch (error) {
    if (error instanceof GsdError && error.code !== "unavailable")
      return { state: "refused", why: error.message };
    throw error;
  }
}

function change(remedy: Exclude<Remedy, { type: "renew-pin" }>, { connection }: Patient): Promise<void> {
  const { github, settings } = connection;
  switch (remedy.type) {
    case "create-label":
      return github.createLabel(newLabel(remedy.label));
    case "let-workflows-open-pulls":
      return settings.letWorkflowsOpenPulls();
    case "allow-merge-method":
      return settings.allowMergeMethod(remedy.method);
    case "enable-workflow":
      return settings.enableWorkflow(remedy.path);
    case "enable-actions":
      return settings.enableActions();
    case "enable-issues":
      return settings.enableIssues();
  }
}

/** Nothing is ever pushed to the default branch for somebody: the file in their clone is changed. */
async function renewPin(
  { path, release }: Extract<Remedy, { type: "renew-pin" }>,
  { folder }: Patient,
): Promise<RemedyOutcome> {
  const file = folder === undefined ? undefined : join(folder, path);
  if (folder === undefined || file === undefined || !existsSync(file))
    return { state: "refused", why: `${path} is not in this folder; run it in a clone` };
  await writeFiles(folder, [{ path, text: pinStub(readFileSync(file, "utf8"), release) }]);
  return { state: "push" };
}

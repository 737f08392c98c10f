import type { Gap } from "../model/gap.ts";
import type { Problem } from "../model/validate.ts";
import type { Access, MergeMethod } from "./checkup.ts";
import type { LabelPurpose, OwnLabel } from "./labels.ts";
import type { Release } from "./stub.ts";

/** Something that a person should know about how gsd is installed in a repository. */
export type Diagnosis =
  | Exclude<Gap, { type: "stub-missing" }>
  /** It may lie in somebody's work tree, and only has to be pushed. */
  | { type: "stub-missing"; hasLocal?: boolean }
  | { type: "archived" }
  | { type: "issues-off" }
  | { type: "access"; access: Access }
  | { type: "actions-off" }
  | { type: "actions-limited"; allowed: "local_only" | "selected"; missing: string[] }
  | { type: "pulls-forbidden" }
  | { type: "label-missing"; label: string; purpose: LabelPurpose }
  | { type: "config-missing" }
  | { type: "config-broken"; problems: Problem[] }
  | { type: "shared-private"; name: string }
  | { type: "stub-unpinned"; path: string; ref: string }
  | { type: "copy-missing"; path: string; missing: string[] }
  | { type: "runner-foreign"; path: string; labels: string[]; owner: string }
  | { type: "ci-limited"; workflow: string; branches: string[] }
  | { type: "ci-waits"; workflows: string[] }
  | { type: "ci-services"; workflows: string[]; services: string[] }
  | { type: "script-missing" }
  | { type: "ci-trusted"; workflows: string[] }
  | { type: "stub-trust"; path: string; missing: string[] }
  | { type: "stub-identity"; path: string }
  | { type: "sandbox"; why: string; isRunner: boolean };

export type DiagnosisType = Diagnosis["type"];

/** Work stops, work goes worse, or it is only good to know. */
export const weightOrder = ["stops", "hinders", "note"] as const;
export type Weight = (typeof weightOrder)[number];

const weights: Readonly<Record<DiagnosisType, Weight>> = {
  archived: "stops",
  "issues-off": "stops",
  access: "hinders",
  "actions-off": "stops",
  "actions-limited": "stops",
  "pulls-forbidden": "stops",
  rules: "stops",
  "branch-name": "stops",
  "merge-method": "stops",
  "label-missing": "hinders",
  "config-missing": "stops",
  "config-broken": "stops",
  "shared-private": "hinders",
  "script-missing": "stops",
  "secret-missing": "stops",
  "stub-missing": "stops",
  "stub-unpinned": "stops",
  "stub-permissions": "stops",
  "stub-secret": "stops",
  "stub-events": "hinders",
  "stub-behind": "hinders",
  "copy-missing": "stops",
  "copy-behind": "hinders",
  "runner-foreign": "stops",
  "tick-missing": "hinders",
  "workflow-disabled": "stops",
  "ci-unheard": "hinders",
  "ci-limited": "note",
  "ci-waits": "note",
  "ci-services": "note",
  "ci-trusted": "note",
  "stub-trust": "hinders",
  "stub-identity": "hinders",
  sandbox: "stops",
};

/** Everything that a checkup may say. */
export const diagnosisTypes = Object.keys(weights) as DiagnosisType[];

/** How much it matters. A machine that runs no jobs needs no sandbox for gsd on GitHub, and one label will do to begin. */
export function weightOf(diagnosis: Diagnosis): Weight {
  if (diagnosis.type === "sandbox" && !diagnosis.isRunner) return "note";
  if (diagnosis.type === "label-missing" && diagnosis.purpose !== "plan") return "note";
  return weights[diagnosis.type];
}

/** Notes alone are no finding: an installation that is in order has some. */
export function isFinding(diagnosis: Diagnosis): boolean {
  return weightOf(diagnosis) !== "note";
}

/** What can be put right by a program, where its owner says so. */
export type Remedy =
  | { type: "create-label"; label: OwnLabel }
  | { type: "let-workflows-open-pulls" }
  | { type: "allow-merge-method"; method: MergeMethod }
  | { type: "enable-workflow"; path: string }
  | { type: "enable-actions" }
  | { type: "enable-issues" }
  | { type: "renew-pin"; path: string; release: Release };

/** What `--fix` does about it; undefined for what only a person should decide. */
export function remedyOf(diagnosis: Diagnosis): Remedy | undefined {
  switch (diagnosis.type) {
    case "label-missing":
      return { type: "create-label", label: { name: diagnosis.label, purpose: diagnosis.purpose } };
    case "pulls-forbidden":
      return { type: "let-workflows-open-pulls" };
    case "merge-method":
      return { type: "allow-merge-method", method: diagnosis.method };
    case "workflow-disabled":
      return { type: "enable-workflow", path: diagnosis.path };
    case "actions-off":
      return { type: "enable-actions" };
    case "issues-off":
      return { type: "enable-issues" };
    case "stub-behind":
      return { type: "renew-pin", path: diagnosis.path, release: diagnosis.newest };
    default:
      return undefined;
  }
}

import type { Action } from "./actions.ts";
import type { RoleName } from "./roles.ts";

/** single: one role; multi: several in turn; parallel: side by side, as dependencies and limits allow. */
export type Strategy = "single" | "multi" | "parallel";

export interface MatrixEntry {
  primary: RoleName;
  fallback: RoleName;
  strategy: Strategy;
}

const entry = (primary: RoleName, fallback: RoleName, strategy: Strategy = "single"): MatrixEntry => ({
  primary,
  fallback,
  strategy,
});

/** Who does what, who else could, and in which way. */
export const matrix: Readonly<Record<Action, MatrixEntry>> = {
  research: entry("architect", "senior"),
  analyze: entry("architect", "senior"),
  retrofit: entry("architect", "senior", "multi"),
  proposal: entry("product", "architect", "parallel"),
  plan: entry("senior", "developer", "parallel"),
  design: entry("architect", "senior", "parallel"),
  split: entry("architect", "senior"),
  implement: entry("senior", "developer"),
  execute: entry("senior", "developer", "parallel"),
  scaffold: entry("developer", "senior"),
  review: entry("reviewer", "senior", "multi"),
  verify: entry("reviewer", "senior"),
  debug: entry("senior", "architect"),
  lint: entry("developer", "senior"),
  approve: entry("product", "ops"),
  archive: entry("ops", "developer"),
  status: entry("ops", "developer"),
};

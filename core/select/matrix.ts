import type { Action } from "./actions.ts";
import type { RoleName } from "./roles.ts";

export interface MatrixEntry {
  primary: RoleName;
  fallback: RoleName;
}

const entry = (primary: RoleName, fallback: RoleName): MatrixEntry => ({ primary, fallback });

/** Who does what, and who else could. */
export const matrix: Readonly<Record<Action, MatrixEntry>> = {
  research: entry("architect", "senior"),
  analyze: entry("architect", "senior"),
  retrofit: entry("architect", "senior"),
  proposal: entry("product", "architect"),
  plan: entry("senior", "developer"),
  design: entry("architect", "senior"),
  split: entry("architect", "senior"),
  implement: entry("senior", "developer"),
  execute: entry("senior", "developer"),
  scaffold: entry("developer", "senior"),
  review: entry("reviewer", "senior"),
  verify: entry("reviewer", "senior"),
  debug: entry("senior", "architect"),
  lint: entry("developer", "senior"),
  approve: entry("product", "ops"),
  archive: entry("ops", "developer"),
  status: entry("ops", "developer"),
};

import type { BacklogTask } from "../model/backlog.ts";
import type { SelectionConfig } from "../model/config/selection.ts";
import type { EngineName, Tier } from "../model/engines.ts";
import { withoutUndefined } from "../model/without-undefined.ts";
import { countFiles } from "../plan/count-files.ts";
import type { Action } from "./actions.ts";
import { chooseModel } from "./choose-model.ts";
import { chooseRole } from "./choose-role.ts";
import type { Complexity } from "./complexity.ts";
import { complexityOf } from "./complexity.ts";
import { fitBudget } from "./fit-budget.ts";
import { type RoleProfile, shippedRoles } from "./roles.ts";

export interface SelectInput {
  /** What is to be done; see `actionOfPrompt`. */
  action: Action;
  task?: BacklogTask;
  config: SelectionConfig;
  /** What a person asked for, e.g. by `/retry T05 --engine codex`. */
  command?: { engine?: string; model?: string; role?: string };
  budget?: { leftUsd: number };
  /** The configured fallback, where it has taken over. */
  takeover?: { engine?: string; model?: string };
  /** Whom the recipe or the configuration names for it, as its reviewers. */
  role?: string;
  /** The roles there are, when a repository has its own; see `profilesOf`. */
  roles?: Readonly<Record<string, RoleProfile>>;
}

export interface Selection {
  action: Action;
  role: string;
  engine: EngineName;
  model: string;
  tier: Tier;
  /** What takes over on a rate limit or an outage. */
  fallback?: { engine: EngineName; model: string };
  complexity: Complexity;
  /** What the run is likely to cost; absent when the price is unknown. */
  estimateUsd?: number;
  /** How it came to this, step by step. */
  reasons: string[];
}

export type RefusalCode = "budget" | "unknown-engine" | "unknown-model" | "unknown-price" | "unknown-role";
export type SelectionResult =
  | { ok: true; selection: Selection }
  | { ok: false; code: RefusalCode; reason: string };

/** Who does it, with what: by the action, then its complexity, then what people asked for, then the money that is left. */
export function select(input: SelectInput): SelectionResult {
  const { action } = input;
  const complexity = input.task ? complexityOf(input.task) : "standard";
  const roles: Readonly<Record<string, RoleProfile>> = input.roles ?? shippedRoles;
  const chosen = chooseRole({ ...input, complexity, roles });
  if (!chosen.ok) return chosen;
  const modelled = chooseModel({ ...input, role: chosen.role, tier: chosen.tier });
  if (!modelled.ok) return modelled;

  const { engine, model, tier, fallback } = modelled;
  const selection: Selection = withoutUndefined({
    action,
    role: chosen.role,
    engine,
    model,
    tier,
    complexity,
    fallback,
    reasons: [...chosen.reasons, ...describeTask(input.task, complexity), ...modelled.reasons],
  });
  return fitBudget(selection, { ...input, isOrdered: modelled.by === "command" });
}

function describeTask(task: BacklogTask | undefined, complexity: Complexity): string[] {
  if (!task) return [];
  const files = countFiles(task.scope.files_hint);
  const hours = task.scope.estimated_hours;
  const size = [...(hours === undefined ? [] : [`${hours} h`]), files === 1 ? "1 file" : `${files} files`];
  return [`${complexity} complexity (${size.join(", ")})`];
}

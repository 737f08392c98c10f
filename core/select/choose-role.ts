import { type Tier, tiers } from "../model/engines.ts";
import { suggest } from "../text/closest.ts";
import { quote } from "../text/describe-schema-error.ts";
import type { Complexity } from "./complexity.ts";
import { matrix } from "./matrix.ts";
import type { RoleProfile } from "./roles.ts";
import type { SelectInput } from "./select.ts";

interface RoleInput extends Pick<SelectInput, "action" | "task" | "command" | "role"> {
  complexity: Complexity;
  roles: Readonly<Record<string, RoleProfile>>;
}

type RoleChoice =
  | { ok: true; role: string; tier: Tier; reasons: string[] }
  | { ok: false; code: "unknown-role"; reason: string };

/** The role by matrix and complexity, unless the task or a person names one. High complexity always gets the strongest tier. */
export function chooseRole(input: RoleInput): RoleChoice {
  const { action, complexity, roles, task } = input;
  const ordered = orderedRole(input);
  const named = ordered ?? input.role ?? task?.role;
  if (named !== undefined && !Object.hasOwn(roles, named)) return refuse(named, Object.keys(roles));

  const { primary, fallback } = matrix[action];
  const usual = complexity === "low" ? cheaperOf(roles, primary, fallback) : primary;
  const role = named ?? usual;
  const by = ordered ? "command" : input.role ? "configuration" : "task";
  const reasons = [named === undefined ? `${action} → ${role}` : `${action} → ${role}, named by the ${by}`];
  return { ok: true, role, tier: tierFor(input, role), reasons };
}

/** Who does the work, if a person says so. That is no word about who reviews it, where reviewers have names. */
function orderedRole({ action, command, role }: RoleInput): string | undefined {
  return action === "review" && role !== undefined ? undefined : command?.role;
}

/** Where the configuration names the role, an easy task gets the last of its models instead of a cheaper role. */
function tierFor({ complexity, roles, role: configured }: RoleInput, role: string): Tier {
  if (complexity === "high") return "high_reasoning";
  const last = complexity === "low" && configured === role ? roles[role]?.tiers.at(-1) : undefined;
  return last ?? preferred(roles, role);
}

function preferred(roles: RoleInput["roles"], role: string): Tier {
  return roles[role]?.tiers[0] ?? "balanced";
}

function cheaperOf(roles: RoleInput["roles"], primary: string, fallback: string): string {
  const rank = (role: string) => tiers.indexOf(preferred(roles, role));
  return rank(fallback) > rank(primary) ? fallback : primary;
}

function refuse(role: string, known: string[]): RoleChoice {
  const reason = `there is no role ${quote(role)}; ${suggest(role, known)}`;
  return { ok: false, code: "unknown-role", reason };
}

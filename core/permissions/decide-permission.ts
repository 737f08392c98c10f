import { actionsOf, type PermissionEffect, type PermissionRule } from "../model/config/permissions.ts";
import type { PermissionRequest } from "../model/permission.ts";
import { createMatch } from "../plan/match-paths.ts";
import { foldName } from "../text/fold-name.ts";
import { shippedRules } from "./shipped-rules.ts";

/** What the rules say of a request, and which of them decided. */
export interface PermissionDecision {
  decision: PermissionEffect;
  /** Absent where no rule says anything. */
  rule?: PermissionRule;
}

/** Decides requests by a list of rules. */
export type Decide = (request: PermissionRequest) => PermissionDecision;

/** How specific a rule is: 100 for a pattern without `*`, 50 for an action other than `*`, 25 for a scope other than `tool`. */
export function specificityOf({ scope, action, pattern }: PermissionRule): number {
  return (pattern.includes("*") ? 0 : 100) + (action === "*" ? 0 : 50) + (scope === "tool" ? 0 : 25);
}

/** Where two are as specific, the stricter one decides. */
const strictness: Record<PermissionEffect, number> = { deny: 2, ask: 1, allow: 0 };

/**
 * The most specific rule that fits decides; of several, the strictest. Ours count only where none of the repository's fits, and
 * what nobody has a rule for takes a person.
 */
export function createDecide(rules: readonly PermissionRule[], shipped = shippedRules): Decide {
  const [own, ours] = [rules, shipped].map((list) => list.toSorted(bySpecificity).map(withMatch));
  return (request) => {
    const known: readonly string[] = actionsOf[request.scope];
    if (!known.includes(request.action)) return { decision: "deny" };
    const fits = ({ rule, match }: Matching) =>
      rule.scope === request.scope &&
      (rule.action === "*" || rule.action === request.action) &&
      match(request.target);
    const found = own?.find(fits) ?? ours?.find(fits);
    return found ? { decision: found.rule.decision, rule: found.rule } : { decision: "ask" };
  };
}

function bySpecificity(a: PermissionRule, b: PermissionRule): number {
  return specificityOf(b) - specificityOf(a) || strictness[b.decision] - strictness[a.decision];
}

interface Matching {
  rule: PermissionRule;
  match: (target: string) => boolean;
}

function withMatch(rule: PermissionRule): Matching {
  return { rule, match: rule.scope === "file" ? matchPath(rule) : matchName(rule) };
}

/** A glob means what is below it too. What is forbidden is so however it is spelled; what is allowed is taken at its word. */
function matchPath({ pattern, decision }: PermissionRule): (path: string) => boolean {
  if (pattern === "*" || pattern === "**") return () => true;
  const isAllowed = decision === "allow";
  const spell = isAllowed ? (path: string) => path : foldName;
  const match = createMatch([`${spell(pattern).replace(/\/+$/, "")}/**`], { unsure: !isAllowed });
  return (path) => match(spell(path));
}

function matchName({ pattern, decision }: PermissionRule): (name: string) => boolean {
  return createMatch([pattern], { unsure: decision !== "allow" });
}

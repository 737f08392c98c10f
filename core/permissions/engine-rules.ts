import type { PermissionRule, ToolName } from "../model/config/permissions.ts";
import { specificityOf } from "./decide-permission.ts";
import { createJudge, type PermissionTerms } from "./judge-request.ts";
import { withheldTools } from "./withhold.ts";

/** A rule about files or commands as an engine is told it: nobody is there to ask. */
export interface SettledRule extends PermissionRule {
  scope: "file" | "command";
  decision: "allow" | "deny";
}

/** What an engine is told of the rules, in its own settings. */
export interface EngineRules {
  /** Tools that the agent does not get. */
  tools: readonly ToolName[];
  /** The later one counts. */
  rules: readonly SettledRule[];
}

/**
 * Rules as engines take them: the least specific first, and what a person gave leave for last. What takes leave is no engine's to
 * refuse where somebody can be asked: the sandbox and the gate stop it, and they tell whom to ask.
 */
export function engineRules(terms: PermissionTerms): EngineRules {
  const unasked = terms.mayAsk ? "allow" : "deny";
  const judge = createJudge(terms);
  const rules = terms.rules
    .toSorted((a, b) => specificityOf(a) - specificityOf(b) || rank(a) - rank(b))
    .flatMap(({ scope, action, pattern, decision }): SettledRule[] =>
      scope === "tool" ? [] : [{ scope, action, pattern, decision: decision === "deny" ? "deny" : unasked }],
    );
  const granted = terms.decided.flatMap(({ request }): SettledRule[] => {
    const { scope, action, target: pattern } = request;
    const { decision, settled } = judge(request);
    return scope !== "tool" && settled && decision === "allow" ? [{ scope, action, pattern, decision }] : [];
  });
  return { tools: withheldTools(terms), rules: [...rules, ...granted] };
}

function rank({ decision }: PermissionRule): number {
  return decision === "allow" ? 0 : 1;
}

/** Rules about one thing that is done with files or programs. */
export function rulesAbout(
  { rules }: EngineRules,
  scope: SettledRule["scope"],
  ...actions: readonly PermissionRule["action"][]
): SettledRule[] {
  return rules.filter(
    (rule) => rule.scope === scope && (rule.action === "*" || actions.includes(rule.action)),
  );
}

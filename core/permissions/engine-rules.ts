import type { PermissionRule, ToolName } from "../model/config/permissions.ts";
import { specificityOf } from "./decide-permission.ts";
import { createJudge, type PermissionTerms } from "./judge-request.ts";
import { withheldTools } from "./withhold.ts";

/** A rule about files or commands as an engine is told it: nobody is there to ask. */
export interface SettledRule extends PermissionRule {
  scope: "file" | "command";
  then: "allow" | "deny";
}

/** What an engine is told of the rules, in its own settings. */
export interface EngineRules {
  /** Tools that the agent does not get. */
  tools: readonly ToolName[];
  /** The later one counts. */
  rules: readonly SettledRule[];
}

/** Rules as engines take them: the least specific first, what takes leave as denied, and what a person gave leave for last. */
export function engineRules(terms: PermissionTerms): EngineRules {
  const judge = createJudge(terms);
  const rules = terms.rules
    .toSorted((a, b) => specificityOf(a) - specificityOf(b) || rank(a) - rank(b))
    .flatMap(({ scope, action, pattern, then }): SettledRule[] =>
      scope === "tool" ? [] : [{ scope, action, pattern, then: then === "allow" ? "allow" : "deny" }],
    );
  const granted = terms.decided.flatMap(({ request }): SettledRule[] => {
    const { scope, action, target: pattern } = request;
    const { then, settled } = judge(request);
    return scope !== "tool" && settled && then === "allow" ? [{ scope, action, pattern, then }] : [];
  });
  return { tools: withheldTools(terms), rules: [...rules, ...granted] };
}

function rank({ then }: PermissionRule): number {
  return then === "allow" ? 0 : 1;
}

/** Rules about one thing that is done with files or programs. */
export function rulesAbout(
  { rules }: EngineRules,
  scope: SettledRule["scope"],
  ...actions: readonly PermissionRule["action"][]
): SettledRule[] {
  return rules.filter((rule) => rule.scope === scope && (rule.action === "*" || actions.includes(rule.action)));
}

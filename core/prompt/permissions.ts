import type { AnswerType } from "../model/answers.ts";
import { actionsOf, type PermissionRule } from "../model/config/permissions.ts";
import { createDecide } from "../permissions/decide-permission.ts";
import type { PermissionTerms } from "../permissions/judge-request.ts";

/** What an agent is told of the rules; nothing where the repository has none. */
export function permissionsPart(terms: PermissionTerms | undefined, answer: AnswerType): string[] {
  if (!terms) return [];
  const limiting = terms.rules.filter(({ decision }) => decision !== "allow");
  if (limiting.length === 0) return [];
  const may = answer === "change" && terms.mayAsk;
  const lines = terms.rules.map((rule) => `- ${rule.scope} ${rule.action} ${rule.pattern}: ${rule.decision}`);
  const granted = terms.decided.map(
    ({ request, allowed }) =>
      `- ${request.scope} ${request.action} ${request.target}: ${allowed ? "allowed" : "denied"} by a person`,
  );
  const what =
    "Rules of the repository say what you may use; the most specific decides. What is denied is not there or will be refused, so do without.";
  return [
    `## Permissions\n\n${[what, lines.join("\n"), granted.join("\n"), may ? howToAsk(terms.rules) : notHere].filter(Boolean).join("\n\n")}`,
  ];
}

const notHere = "What takes a person's leave (`ask`) is denied here, since nobody can be asked.";

function howToAsk(rules: readonly PermissionRule[]): string {
  const asks = rules.find(({ decision }) => decision === "ask");
  if (!asks && createDecide(rules)({ scope: "file", action: "write", target: "x" }).decision !== "ask")
    return "No rule lets you ask a person.";
  const { scope } = asks ?? { scope: "file" as const };
  const example = { scope, action: actionsOf[scope][0], target: "NAME", why: "…" };
  return `What says \`ask\` takes a person's leave. If you cannot do the task without it, do the rest first, then end with each such thing under \`permissions\` of your answer, exactly as you need it: \`${JSON.stringify(example)}\`. The work stops until a person has decided, and you go on from what you have.`;
}

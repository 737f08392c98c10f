import type { Change } from "../model/manifest.ts";
import type { PermissionRequest } from "../model/permission.ts";
import { createJudge, type Judgement, type PermissionTerms } from "./judge-request.ts";

/** A change as a request: what is new or different is written. */
export function requestOf(change: Change): PermissionRequest {
  const action = "deleted" in change ? ("delete" as const) : ("write" as const);
  return { scope: "file", action, target: change.path };
}

/** Why a change is not allowed, as the end of a sentence that begins with its path. */
export function createFileGate(terms: PermissionTerms): (change: Change) => string | undefined {
  const judge = createJudge(terms);
  return (change) => {
    const request = requestOf(change);
    const judged = judge(request);
    if (judged.decision === "allow") return undefined;
    return `may not be ${request.action === "delete" ? "deleted" : "written"}: ${reasonOf(judged)}`;
  };
}

/** Why something is not allowed, for whoever wanted it. */
export function reasonOf({ rule, settled, decision }: Judgement): string {
  const words = rule
    ? `the rule \`${rule.scope} ${rule.action} ${rule.pattern}: ${rule.decision}\` of \`permissions\``
    : "`permissions`, where no rule fits,";
  if (settled === "denied") return "a person has denied it";
  if (decision === "ask") return `${words} takes a person's leave, which nobody has given`;
  return `${words} forbids it`;
}

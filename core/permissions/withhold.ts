import {
  neededPrograms,
  type PermissionRule,
  type ToolName,
  toolNames,
} from "../model/config/permissions.ts";
import type { PermissionRequest } from "../model/permission.ts";
import { createJudge, type PermissionTerms } from "./judge-request.ts";

/** What the sandbox keeps from whoever works in it; absent parts keep nothing. */
export interface Withheld {
  /** Whether a file of the tree, by its path there, is shown empty. */
  file?: (path: string) => boolean;
  /** Whether a program of the machine, by its name, is not to be had. */
  program?: (name: string) => boolean;
}

/** What the sandbox has to keep from the agents of a job; undefined where that is nothing. */
export function withheldBy(terms: PermissionTerms): Withheld | undefined {
  const judge = createJudge(terms);
  const isKept = (request: PermissionRequest) => judge(request).decision !== "allow";
  const withheld: Withheld = {};
  if (terms.rules.some(hidesFiles))
    withheld.file = (target) => isKept({ scope: "file", action: "read", target });
  if (terms.rules.some(({ scope, decision }) => scope === "command" && decision !== "allow"))
    withheld.program = (target) => !isNeeded(target) && isKept({ scope: "command", action: "run", target });
  return withheld.file || withheld.program ? withheld : undefined;
}

function hidesFiles({ scope, action, decision }: PermissionRule): boolean {
  return scope === "file" && (action === "read" || action === "*") && decision !== "allow";
}

function isNeeded(name: string): boolean {
  return (neededPrograms as readonly string[]).includes(name);
}

/** The tools that agents of a job do not get. */
export function withheldTools(terms: PermissionTerms): ToolName[] {
  const judge = createJudge(terms);
  return toolNames.filter((target) => judge({ scope: "tool", action: "use", target }).decision !== "allow");
}

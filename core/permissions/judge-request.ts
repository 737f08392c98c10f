import type { PermissionEffect, PermissionRule } from "../model/config/permissions.ts";
import {
  isSameRequest,
  mostPermits,
  mostTrackPermits,
  type PermissionRequest,
  type Permit,
} from "../model/permission.ts";
import { createDecide, type PermissionDecision } from "./decide-permission.ts";

/** All that decides what the agents of a job may do: the repository's rules, and what people said about this very task. */
export interface PermissionTerms {
  rules: readonly PermissionRule[];
  /** What people decided, oldest first. */
  decided: readonly { request: PermissionRequest; allowed: boolean }[];
  /** Whether people can be asked; where they cannot, what would take their leave is denied. */
  mayAsk: boolean;
}

/** What holds for a request, what the rules say, and whether a person has settled it. */
export interface Judgement extends PermissionDecision {
  settled?: "allowed" | "denied";
}

export type Judge = (request: PermissionRequest) => Judgement;

/** What a person said counts for the very thing that was asked, and never against a rule that denies it. */
export function createJudge({ rules, decided, mayAsk }: PermissionTerms): Judge {
  const decide = createDecide(rules);
  return (request) => {
    const ruled = decide(request);
    if (ruled.decision !== "ask") return ruled;
    const said = decided.findLast((one) => isSameRequest(one.request, request));
    if (!said) return { ...ruled, decision: mayAsk ? "ask" : "deny" };
    const decision: PermissionEffect = said.allowed ? "allow" : "deny";
    return { ...ruled, decision, settled: said.allowed ? "allowed" : "denied" };
  };
}

/** The terms of a task's jobs; of all others nobody is asked, and nothing was granted. */
export function termsFor(
  {
    permits = [],
    config,
  }: { permits?: readonly Permit[]; config: { permissions: readonly PermissionRule[] } },
  { task, asksPeople = false }: { task: string | undefined; asksPeople: boolean | undefined },
): PermissionTerms {
  const own = task === undefined ? [] : permits.filter((permit) => permit.task === task);
  const decided = own.flatMap(({ decision, wants }) =>
    decision
      ? wants.map(({ scope, action, target }) => ({
          request: { scope, action, target },
          allowed: decision.allowed,
        }))
      : [],
  );
  const hasRoom = own.length < mostPermits && permits.length < mostTrackPermits;
  return { rules: config.permissions, decided, mayAsk: asksPeople && task !== undefined && hasRoom };
}

import { isSameName, mayRun } from "../command/permissions.ts";
import { type Draft, say } from "../jobs/draft.ts";
import type { Approval } from "../model/approval.ts";
import type { Facts } from "../model/facts.ts";
import type { TaskId } from "../model/ids.ts";

interface Approved {
  approval: Approval;
  approvals?: Approval[] | undefined;
}

/** Whether what was approved may be done now; `lapsed` names those who may not approve any more. */
export type Standing = { type: "good" } | { type: "unknown" } | { type: "lapsed"; by: string[] };

/**
 * Whether those who approved may still approve, by what GitHub says of them when it is done. Of what was approved in this very
 * decision they were asked just now; of the rest, whoever is not known yet is read.
 */
export function checkApprovers(draft: Draft, facts: Facts, { approval, approvals = [] }: Approved): Standing {
  const earlier = [...approvals, approval].filter(({ sha, at, by }) => {
    return sha === approval.sha && at !== draft.moment.now && by !== "auto_merge";
  });
  const people = [...new Set(earlier.map(({ by }) => by))];
  const strangers = people.filter((login) => !actorOf(facts, login));
  for (const login of strangers) draft.missing.push({ type: "approver", login });
  if (strangers.length > 0) return { type: "unknown" };
  const { config } = draft.track;
  const lapsed = people.filter((login) => {
    const actor = actorOf(facts, login);
    return actor !== undefined && !mayRun(actor, { type: "approve" }, config).ok;
  });
  return lapsed.length > 0 ? { type: "lapsed", by: lapsed } : { type: "good" };
}

function actorOf({ actor, approvers }: Facts, login: string) {
  if (actor && isSameName(actor.login, login)) return actor;
  return approvers?.[login.toLowerCase()];
}

/** What is left of a proposal whose approval counts no more: the others' stay. */
export function withoutApprovalsBy<T extends { approval?: Approval; approvals?: Approval[] }>(
  proposal: T,
  people: readonly string[],
): Omit<T, "approval"> {
  const { approval: _, ...rest } = proposal;
  const left = (proposal.approvals ?? []).filter(({ by }) => !people.some((one) => isSameName(one, by)));
  return { ...rest, approvals: left };
}

/** People are told on the pull request whose approval lapsed. */
export function tellLapsed(
  draft: Draft,
  { pull, by, ...part }: { pull: number; by: string[]; task?: TaskId; rollback?: TaskId },
): void {
  say(draft, pull, { type: "approval-lapsed", ...part, by });
}

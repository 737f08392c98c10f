import type { Approval } from "../model/approval.ts";
import type { Facts, OwnedFiles } from "../model/facts.ts";
import type { Instant, Sha, TaskId } from "../model/ids.ts";
import type { Notice } from "../model/notice.ts";
import type { Commented } from "../model/trigger.ts";
import { withoutUndefined } from "../model/without-undefined.ts";
import { lackOf, ownsOf, withApproval } from "./count-approvals.ts";

/** What is approved, by whom and when, and what was approved of it before. */
export interface Gathering {
  sha: Sha;
  at: Instant;
  trigger: Commented;
  part: { task?: TaskId; rollback?: TaskId };
  known: readonly Approval[] | undefined;
  /** How many people it takes. */
  need: number;
}

/** The approvals so far: the last, and all where there are several. `waits` says what is missing; `refusal` why nobody can tell. */
export interface Gathered {
  approval: Approval;
  approvals?: Approval[];
  waits?: Notice;
  refusal?: Notice;
}

/** Adds one person's approval to those of the same head, and finds whether they are enough. */
export function gatherApprovals(facts: Facts, gathering: Gathering): Gathered {
  const { sha, at, trigger, part, known, need } = gathering;
  const fact = facts.owners?.[trigger.thread];
  const files = fact && "files" in fact && fact.head === sha ? fact.files : [];
  const approval = approvalBy(facts, { sha, at, trigger }, files);
  if (fact && "problem" in fact)
    return { approval, refusal: { type: "owners-unknown", ...part, why: fact.problem } };
  const approvals = withApproval(known, approval);
  const lack = lackOf(approvals, { approvals: need, files });
  if (!lack) return approvals.length > 1 ? { approval, approvals } : { approval };
  const by = approvals.map((one) => one.by);
  const unseen = files.flatMap(({ owners }) => owners).filter((owner) => isUnseen(facts, owner));
  const waits: Notice = { type: "approval-counted", ...part, by, ...lack, unseen: [...new Set(unseen)] };
  return { approval, approvals, waits };
}

function isUnseen({ actor }: Facts, owner: string): boolean {
  return actor?.teams?.[owner.toLowerCase()] === "unseen";
}

function approvalBy(
  { actor }: Facts,
  { sha, at, trigger }: Pick<Gathering, "sha" | "at" | "trigger">,
  files: readonly OwnedFiles[],
): Approval {
  const owns = actor ? ownsOf({ ...actor, login: trigger.sender.login }, files) : [];
  return withoutUndefined({ sha, by: trigger.sender.login, at, owns: owns.length > 0 ? owns : undefined });
}

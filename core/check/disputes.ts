import type { Answers, AnswerType, Finding } from "../model/answers.ts";
import type { StepRecord } from "../model/manifest.ts";
import { saysAlike } from "../text/says-alike.ts";
import { withoutForeignBlockers } from "./merge-reviews.ts";

type AgentRecord = Extract<StepRecord, { type: "agent" }>;

/** A finding under the number by which the author of the change knows it. */
export interface NumberedFinding {
  number: string;
  reviewer: string;
  finding: Finding;
}

/** What reviewers found, blockers first, numbered: whoever is told of them may answer by number. */
export function numberFindings(reviews: readonly AgentRecord[]): NumberedFinding[] {
  const found = reviews.flatMap((record) =>
    withoutForeignBlockers(answerOf(record, "review")?.findings ?? [], record.outside).map((finding) => ({
      reviewer: record.member || record.role,
      finding,
    })),
  );
  const rank = ({ finding }: { finding: Finding }) => Number(finding.severity !== "blocker");
  return found
    .toSorted((a, b) => rank(a) - rank(b))
    .map((one, index) => ({ number: `F${index + 1}`, ...one }));
}

/** What the author of a change says against a finding, in one round. */
export interface Dispute {
  round: number;
  reviewer: string;
  finding: Finding;
  why: string;
}

/** All that authors said against findings, oldest first. */
export function disputesIn(steps: readonly StepRecord[]): Dispute[] {
  const agents = steps.filter((step) => step.type === "agent");
  return agents.flatMap((fix) => {
    const { disputes = [] } = answerOf(fix, "change") ?? {};
    if (disputes.length === 0) return [];
    const known = numberFindings(agents.filter((one) => one.round === fix.round && answerOf(one, "review")));
    return disputes.flatMap(({ finding: number, why }) => {
      const found = known.find((one) => one.number === number.trim().toUpperCase());
      return found ? [{ round: fix.round, reviewer: found.reviewer, finding: found.finding, why }] : [];
    });
  });
}

/** What was said against this very finding; its line may have moved since. */
export function disputesOf(
  disputes: readonly Dispute[],
  { reviewer, finding }: { reviewer: string; finding: Finding },
): Dispute[] {
  return disputes.filter(
    (one) =>
      one.reviewer === reviewer &&
      one.finding.path === finding.path &&
      saysAlike(one.finding.message, finding.message),
  );
}

/** Once more would be paid for nothing: author and reviewer have both said it twice. */
const mostDisputes = 2;

/** Whether only a person can settle what a review still calls a blocker. */
export function isForPeople(review: AgentRecord, earlier: readonly StepRecord[]): boolean {
  const blockers = numberFindings([review]).filter(({ finding }) => finding.severity === "blocker");
  const disputes = disputesIn(earlier);
  return blockers.length > 0 && blockers.every((one) => disputesOf(disputes, one).length >= mostDisputes);
}

function answerOf<T extends AnswerType>({ answer }: AgentRecord, type: T): Answers[T] | undefined {
  return answer?.type === type && "value" in answer ? (answer.value as Answers[T]) : undefined;
}

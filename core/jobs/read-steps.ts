import { answersOf, type GivenAnswer } from "../check/answers-of.ts";
import { type Dispute, disputesIn, disputesOf } from "../check/disputes.ts";
import { foldFindings } from "../check/fold-findings.ts";
import { withoutForeignBlockers } from "../check/merge-reviews.ts";
import type { Finding } from "../model/answers.ts";
import type { Coverage } from "../model/coverage.ts";
import type { Instant } from "../model/ids.ts";
import type { Doer, Usage } from "../model/job.ts";
import type { CheckResult, Manifest, StepRecord, TestsByName } from "../model/manifest.ts";
import { saysTheSame } from "../recipe/is-stuck.ts";

type AgentRecord = Extract<StepRecord, { type: "agent" }>;
type RunRecord = Extract<StepRecord, { type: "run" }>;

/** What the repository's own commands said about exactly these changes; undefined where any of them did not come to its end. */
export function checksOn(
  { steps }: { steps: readonly StepRecord[] },
  subject: string,
): CheckResult[] | undefined {
  const ran = steps.filter((step) => step.type === "run").filter((step) => step.subject === subject);
  const newest = [...new Map(ran.map((step) => [step.id, step])).values()];
  return newest.length > 0 && newest.every(cameToAnEnd) ? newest.flatMap(({ checks }) => checks) : undefined;
}

/** What the tests ran of exactly these changes, where they wrote it down. */
export function coverageOn(
  { steps }: { steps: readonly StepRecord[] },
  subject: string,
): Coverage | undefined {
  const ran = steps.filter((step) => step.type === "run").filter((step) => step.subject === subject);
  return ran.findLast(({ coverage }) => coverage !== undefined)?.coverage;
}

/** What a merge left in conflict. */
export function conflictsOf({ steps }: Manifest): string[] {
  return steps.flatMap((step) => (step.type === "code" ? (step.conflicts ?? []) : []));
}

/** A command that fails is an answer; one that was cut short is none. */
function cameToAnEnd({ outcome, checks }: RunRecord): boolean {
  return outcome === "done" || (outcome !== "cancelled" && checks.some(({ ok }) => !ok));
}

/** The reviews of exactly these changes, the newest of each reviewer, in the order of `reviewers`: who ended first is chance. */
export function reviewsOn(
  manifest: Manifest,
  subject: string,
  reviewers: readonly string[],
): GivenAnswer<"review">[] {
  const found = answersOf(manifest, "review").filter(
    ({ step }) => step.subject === subject && step.outcome === "done",
  );
  const newest = new Map(found.map((review) => [reviewerOf(review.step), review]));
  const compare = inOrderOf(reviewers);
  return [...newest.values()].toSorted((a, b) => compare(reviewerOf(a.step), reviewerOf(b.step)));
}

/** The remarks of reviews, each thing once; what is not in the change never blocks. */
export function findingsIn(reviews: readonly GivenAnswer<"review">[], { steps }: Manifest): Finding[] {
  const disputes = disputesIn(steps);
  const found = reviews.map(({ step, value }) => {
    const reviewer = reviewerOf(step);
    const findings = withoutForeignBlockers(value.findings, step.outside);
    return { reviewer, findings: findings.map((finding) => withDispute(finding, reviewer, disputes)) };
  });
  const folded = foldFindings(found);
  // Where one reviewer looks at all, its name says nothing.
  return found.length > 1 ? folded : folded.map(({ by: _, ...finding }) => finding);
}

function withDispute(finding: Finding, reviewer: string, disputes: readonly Dispute[]): Finding {
  const last = disputesOf(disputes, { reviewer, finding }).at(-1);
  return last ? { ...finding, dispute: last.why } : finding;
}

/** Tests that ran, by command, where their output told. */
export function testsIn(checks: readonly CheckResult[] = []): TestsByName {
  return checks.flatMap(({ name, tests }) => (tests ? [{ name, ...tests }] : []));
}

/** Compares names by their place in a list; those that it does not have come last. */
export function inOrderOf(names: readonly string[]): (a: string, b: string) => number {
  const place = (name: string) => (names.includes(name) ? names.indexOf(name) : names.length);
  return (a, b) => place(a) - place(b);
}

export function reviewerOf({ member, role }: Pick<AgentRecord, "member" | "role">): string {
  return member === "" ? role : member;
}

/** What all steps together used. */
export function spentBy({ steps }: Manifest): { usage: Usage; usd: number; rounds: number; by?: Doer } {
  const agents = steps.filter((step) => step.type === "agent");
  const sum = (read: (step: AgentRecord) => number | undefined) =>
    agents.reduce((total, step) => total + (read(step) ?? 0), 0);
  const usd = sum((step) => step.usd);
  const spent = {
    usage: {
      input: sum(({ usage }) => usage.input),
      output: sum(({ usage }) => usage.output),
      cached: sum(({ usage }) => usage.cached),
      thinking: sum(({ usage }) => usage.thinking),
    },
    usd,
    rounds: Math.max(1, ...steps.map(({ round }) => round)),
  };
  const engine = unique(agents.map((step) => step.engine));
  if (engine === "") return spent;
  const model = unique(agents.flatMap((step) => step.model ?? []));
  const by: Doer = { engine: engine.slice(0, 50), usd };
  return { ...spent, by: model === "" ? by : { ...by, model: model.slice(0, 100) } };
}

/** Whether the fallback took over in any step; until the last of the times that were told. */
export function limitOf({ steps }: Manifest): { until?: Instant } | undefined {
  const limits = steps.flatMap((step) => (step.type === "agent" ? (step.limited ?? []) : []));
  if (limits.length === 0) return undefined;
  const until = lastOf(limits.flatMap((limit) => limit.until ?? []));
  return until === undefined ? {} : { until };
}

/** Whether a job ended since our own code refused the same twice in a row. */
export function endedStuck({ steps, outcome }: Manifest): boolean {
  const last = steps.findLast(({ type, ok }) => type === "code" && !ok);
  return last?.outcome === outcome && saysTheSame(last, steps);
}

/** When to come back, for a job that ended for a limit: several members may have been told different times. */
export function untilOf({ steps }: Manifest): Instant | undefined {
  return lastOf(steps.flatMap((step) => (step.type === "agent" ? (step.until ?? []) : [])));
}

function lastOf(times: Instant[]): Instant | undefined {
  return times.toSorted().at(-1);
}

function unique(words: string[]): string {
  return [...new Set(words)].join(", ");
}

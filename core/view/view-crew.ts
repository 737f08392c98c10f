import { withoutForeignBlockers } from "../check/merge-reviews.ts";
import { inOrderOf } from "../jobs/read-steps.ts";
import type { Answers, AnswerType, Finding } from "../model/answers.ts";
import type { Outcome } from "../model/job.ts";
import type { CheckResult, Manifest, StepRecord } from "../model/manifest.ts";

type AgentStep = Extract<StepRecord, { type: "agent" }>;

/** What one reviewer said, or why it said nothing. */
export type ReviewView =
  | { type: "given"; role: string; summary: string; findings: Finding[] }
  | { type: "missing"; role: string; outcome: Outcome; reason: string | undefined };

/** What one round found, and what was done about it. */
export interface RoundView {
  round: number;
  /** What our own gate said is wrong. */
  problems: string[];
  /** Which rules it broke. */
  broken: string[];
  failing: CheckResult[];
  reviews: ReviewView[];
  /** What was changed after it, in the words of who did it. */
  fix: string | undefined;
}

/** One who took part. */
export interface Member {
  role: string;
  engine: string;
  model: string | undefined;
}

/** What a crew did, made from its journal. */
export interface CrewView {
  members: Member[];
  turns: number;
  usd: number;
  usage: { input: number; output: number; cached: number; thinking: number };
  seconds: number;
  /** The rounds of checks and reviews, oldest first. */
  rounds: RoundView[];
}

/**
 * Makes the view of a job's journal. Its answers are inline and fit their types: `checkManifest` saw to that.
 * Reviews come in the order of `reviewers`, not in that in which they ended.
 */
export function viewCrew(
  manifest: Pick<Manifest, "steps" | "seconds">,
  reviewers: readonly string[] = [],
): CrewView {
  const agents = manifest.steps.filter((step) => step.type === "agent");
  const compare = inOrderOf(reviewers);
  const sum = (count: (step: AgentStep) => number | undefined) =>
    agents.reduce((total, step) => total + (count(step) ?? 0), 0);
  return {
    members: membersOf(agents),
    turns: sum(({ turns }) => turns),
    usd: sum(({ usd }) => usd),
    usage: {
      input: sum(({ usage }) => usage.input),
      output: sum(({ usage }) => usage.output),
      cached: sum(({ usage }) => usage.cached),
      thinking: sum(({ usage }) => usage.thinking),
    },
    seconds: manifest.seconds,
    rounds: roundsOf(manifest.steps).map((round) => ({
      ...round,
      reviews: round.reviews.toSorted((a, b) => compare(a.role, b.role)),
    })),
  };
}

/** Agents in the order in which they were asked: of those who worked side by side, who ended first is chance. */
export function inOrder(agents: readonly AgentStep[]): AgentStep[] {
  const first = ({ id, round }: AgentStep) => agents.findIndex((one) => one.id === id && one.round === round);
  return agents.toSorted((a, b) => first(a) - first(b) || (a.member < b.member ? -1 : 1));
}

function membersOf(agents: AgentStep[]): Member[] {
  const members = new Map<string, Member>();
  for (const { role, engine, model } of inOrder(agents)) {
    members.set(JSON.stringify([role, engine, model]), { role, engine, model });
  }
  return [...members.values()];
}

/** By the order of the journal: a change that follows checks or reviews is what was done about them. */
function roundsOf(steps: readonly StepRecord[]): RoundView[] {
  const rounds: RoundView[] = [];
  for (const step of steps) {
    const last = rounds.at(-1);
    const change = answerOf(step, "change");
    if (change) {
      if (last) last.fix = change.summary;
      continue;
    }
    const part = partOf(step, steps);
    if (!part) continue;
    if (last && last.round === step.round) add(last, part);
    else rounds.push({ round: step.round, fix: undefined, ...part });
  }
  return rounds;
}

type Part = Pick<RoundView, "problems" | "broken" | "failing" | "reviews">;

function nothing(): Part {
  return { problems: [], broken: [], failing: [], reviews: [] };
}

/** A reviewer that was asked again has said what it said last. */
function add(round: RoundView, part: Part): void {
  const again = part.reviews.map(({ role }) => role);
  round.problems.push(...part.problems);
  round.broken.push(...part.broken);
  round.failing.push(...part.failing);
  round.reviews = [...round.reviews.filter(({ role }) => !again.includes(role)), ...part.reviews];
}

/** What a step found; undefined for one that judges nothing. */
function partOf(step: StepRecord, steps: readonly StepRecord[]): Part | undefined {
  if (step.type === "code") {
    const found = [...step.problems];
    return step.code === "rules" ? { ...nothing(), broken: found } : { ...nothing(), problems: found };
  }
  if (step.type === "run") return { ...nothing(), failing: step.checks.filter(({ ok }) => !ok) };
  const review = reviewOf(step, steps);
  return review && { ...nothing(), reviews: [review] };
}

function reviewOf(step: AgentStep, steps: readonly StepRecord[]): ReviewView | undefined {
  const { outcome, reason } = step;
  const role = step.member === "" ? step.role : step.member;
  const answer = answerOf(step, "review");
  if (answer)
    return {
      type: "given",
      role,
      summary: answer.summary,
      findings: withoutForeignBlockers(answer.findings, step.outside),
    };
  // One that failed left no answer to tell it by: it is a reviewer if it was one of several, or if its step reviews elsewhere.
  const reviews = step.member !== "" || steps.some((one) => one.id === step.id && answerOf(one, "review"));
  return outcome !== "done" && reviews ? { type: "missing", role, outcome, reason } : undefined;
}

function answerOf<T extends AnswerType>(step: StepRecord, type: T): Answers[T] | undefined {
  if (step.type !== "agent" || step.answer?.type !== type || !("value" in step.answer)) return undefined;
  return step.answer.value as Answers[T];
}

import type { AnswerType } from "../model/answers.ts";
import type { Outcome } from "../model/job.ts";
import type { CodeName, StepRecord } from "../model/manifest.ts";
import type { Note } from "../model/note.ts";
import { kindNeeds } from "./kind-needs.ts";
import { listSteps } from "./list-steps.ts";
import type { Recipe } from "./recipe.ts";

/** How a job ended. */
export interface JobEnd {
  outcome: Outcome;
  /** One sentence for a person when the outcome is not `done`. */
  reason?: string;
}

/** What our own code found wrong holds whatever agents say; what is wrong with a backlog or a base is for people to see. */
const vetoes: readonly CodeName[] = ["gate", "merge-documents", "revert"];

/**
 * The outcome of a job whose recipe has ended. Blockers and failing commands that remain are for people to see, so the
 * job is done all the same; what is missing, or what our own code refused, is not.
 */
export function outcomeOf(recipe: Recipe, steps: readonly StepRecord[]): JobEnd {
  if (steps.some((step) => isAsking(step, steps))) return { outcome: "asked" };
  const silent = newest(steps.filter((step) => isUnanswered(step, steps)));
  if (silent) return endOf(silent);
  const refused = newest(steps.filter((step) => isRefusal(step, steps)));
  if (refused) return endOf(refused);
  const { result: type } = kindNeeds[recipe.kind];
  // Nobody is asked to resolve what git merges alone.
  const isMerged = steps.some((step) => step.type === "code" && step.code === "merge" && step.ok);
  if (type === undefined || isMerged || hasAnswer(recipe, steps, type)) return { outcome: "done" };
  const failed = newest(steps.filter(({ outcome }) => outcome !== "done"));
  return failed
    ? endOf(failed)
    : { outcome: "crashed", reason: `The recipe ${recipe.name} ended without a ${type}.` };
}

/** Members of an `each` whose part is missing although others answered, as of the newest round. */
export function missingMembers(steps: readonly StepRecord[]): Note[] {
  return steps.flatMap((step): Note[] => {
    if (step.type !== "agent" || step.member === "" || step.outcome === "done") return [];
    if (steps.some(({ id, round }) => id === step.id && round > step.round)) return [];
    const note: Note = { type: "member-missing", member: step.member.slice(0, 100), outcome: step.outcome };
    return [step.reason === undefined ? note : { ...note, reason: step.reason.slice(0, 1_000) }];
  });
}

/** Whoever asks people is not done, whatever became of those beside it. */
function isAsking({ id, round, outcome }: StepRecord, steps: readonly StepRecord[]): boolean {
  return outcome === "asked" && !steps.some((other) => other.id === id && other.round > round);
}

/** An agent that brought nothing, nor did anyone beside it. */
function isUnanswered(step: StepRecord, steps: readonly StepRecord[]): boolean {
  if (step.type !== "agent") return false;
  const beside = steps.filter(({ id, round }) => id === step.id && round === step.round);
  return beside.every(({ outcome }) => outcome !== "done");
}

function isRefusal(step: StepRecord, steps: readonly StepRecord[]): boolean {
  if (step.type !== "code" || step.ok || !vetoes.includes(step.code)) return false;
  return !steps.some(({ id, round }) => id === step.id && round > step.round);
}

function hasAnswer(recipe: Recipe, steps: readonly StepRecord[], type: AnswerType): boolean {
  const ids = listSteps(recipe).flatMap(({ step }) =>
    step.type === "agent" && step.agent.answer === type ? [step.id] : [],
  );
  return steps.some(({ id, outcome }) => ids.includes(id) && outcome === "done");
}

function newest(steps: StepRecord[]): StepRecord | undefined {
  return steps.at(-1);
}

function endOf({ outcome, reason, member }: StepRecord): JobEnd {
  const failed = outcome === "done" ? "crashed" : outcome;
  if (reason === undefined) return { outcome: failed };
  return { outcome: failed, reason: member ? `${member}: ${reason}` : reason };
}

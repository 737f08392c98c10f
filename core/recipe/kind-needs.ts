import type { AnswerType } from "../model/answers.ts";
import type { JobKind } from "../model/job.ts";
import type { CodeName } from "../model/manifest.ts";

/** What the bot does with the result of a kind, and so what a recipe of it has to bring. */
export interface KindNeeds {
  answers: readonly AnswerType[];
  code: readonly CodeName[];
  /** The answer that somebody has to have given before there is anything to publish. */
  result?: AnswerType;
  /** What somebody gives who works it off by hand, without a track; absent where only a track has it. */
  byHand?: "nothing" | "words" | "task";
  /** Whether people ask something of it, and may get the answer as a file. */
  isAsked?: true;
  /** The limit of a step by an agent, where it is not `limits.minutes`. */
  minutes?: "plan_minutes";
}

/** Recipes that need less than others of their kind, by their names. */
const needLess: Readonly<Partial<Record<JobKind, Record<string, readonly AnswerType[]>>>> = {
  plan: { gaps: ["backlog"] },
};

/** The answers that a recipe needs: one that only adds tasks to a plan writes no documents. */
export function answersNeeded({ kind, name }: { kind: JobKind; name: string }): readonly AnswerType[] {
  return needLess[kind]?.[name] ?? kindNeeds[kind].answers;
}

/** What recipes of each kind need. */
export const kindNeeds: Readonly<Record<JobKind, KindNeeds>> = {
  plan: { answers: ["document", "backlog"], code: [], result: "backlog", minutes: "plan_minutes" },
  task: { answers: ["change"], code: [], result: "change", byHand: "task" },
  // Nobody reviews where no reviewer is configured.
  review: { answers: ["review"], code: [] },
  verify: { answers: ["verification"], code: [], result: "verification" },
  rebase: { answers: ["amendment"], code: [], result: "amendment" },
  // Nobody is asked where git can do it after all.
  update: { answers: ["change"], code: ["merge"] },
  rollback: { answers: [], code: ["revert"] },
  report: { answers: ["report"], code: [], result: "report", byHand: "words", isAsked: true },
  health: { answers: [], code: ["health"], byHand: "nothing" },
};

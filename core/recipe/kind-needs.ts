import type { AnswerType } from "../model/answers.ts";
import type { JobKind } from "../model/job.ts";
import type { CodeName } from "../model/manifest.ts";

/** What the bot does with the result of a kind, and so what a recipe of it has to bring. */
export interface KindNeeds {
  answers: readonly AnswerType[];
  code: readonly CodeName[];
  /** The answer that somebody has to have given before there is anything to publish. */
  result?: AnswerType;
}

/** What recipes of each kind need. */
export const kindNeeds: Readonly<Record<JobKind, KindNeeds>> = {
  plan: { answers: ["document", "backlog"], code: [], result: "backlog" },
  task: { answers: ["change"], code: [], result: "change" },
  // Nobody reviews where no reviewer is configured.
  review: { answers: ["review"], code: [] },
  verify: { answers: ["verification"], code: [], result: "verification" },
  // Nobody is asked where git can do it after all.
  update: { answers: ["change"], code: ["merge"] },
  rollback: { answers: [], code: ["revert"] },
  report: { answers: ["report"], code: [], result: "report" },
  health: { answers: [], code: ["health"] },
};

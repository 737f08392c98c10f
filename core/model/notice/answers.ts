import { sha } from "../ids.ts";
import { objectionsSchema } from "../overruling.ts";
import { amount, flag, integer, list, object, oneOf, optional, text } from "../schema.ts";
import { accessAnswers } from "./access.ts";
import { difference, names, part, problems, pull, task, tasks, word } from "./parts.ts";

/** Answers to commands that were accepted and whose effect does not speak for itself. */
export const answers = {
  status: {},
  help: {},
  ...accessAnswers,
  "approval-held": { ...part, by: names },
  "approved-over": { ...part, by: word, head: sha, over: objectionsSchema },
  "approval-waits": {
    ...part,
    state: oneOf(["pending", "waiting"]),
    names,
  },
  /** Tasks that it builds on are not merged any more. */
  "approval-waits-for-tasks": { task, tasks },
  "approved-while-paused": {},
  "approved-while-unwell": {},
  /** What `/update` came to; `same`: a task's own changes are what they were, so what was approved still counts. */
  "up-to-date": { task: optional(task), base: sha, head: sha, same: optional(flag()) },
  "update-waits": {},
  skipped: { task },
  "budget-added": { usd: amount(), resumed: names },
  paused: { running: integer() },
  "rollback-waits": { task: optional(task) },
  cancelled: { runs: integer() },
  revived: { pulls: list(pull, 1_000) },
  "plan-amended": difference,
  "review-asked": { task },
  /** What a person said to a task that asked for leave. */
  "permission-decided": { task, number: integer(1) },
  "rebase-asked": { task, split: flag() },
  "gaps-planned": { criteria: names },
  /** People's words that a run gets; how many of them are cut, and how many did not fit at all. */
  /** Without a task: about the plan. */
  "words-heard": { task: optional(task), count: integer(), cut: integer(), left: integer() },
  "phase-completed": { title: text(300), pull },
  /** `/run` alone. */
  recipes: {
    recipes: list(object({ name: word, description: text(300), own: flag() }), 200),
    problems,
  },
} as const;

import { taskId } from "./ids.ts";
import { type Infer, list, object, text } from "./schema.ts";

/** What is different in a plan that was written again. */
export const planDifference = {
  added: list(object({ task: taskId, title: text(1_000) }), 1_000),
  changed: list(object({ task: taskId, what: list(text(100), 10) }), 1_000),
  removed: list(taskId, 1_000),
  /** Names of documents with other words. */
  documents: list(text(100), 10),
} as const;

const planDifferenceSchema = object(planDifference);
export type PlanDifference = Infer<typeof planDifferenceSchema>;

import { sha, type TaskId } from "./ids.ts";
import { amount, type Infer, integer, object, oneOf, optional, text } from "./schema.ts";

/** What was measured of an issue; `word` is one that speaks of planning, or of something from outside. */
export const measureSchema = object({
  tokens: integer(),
  /** Words for tools, each once. */
  tools: integer(),
  /** Files that it names. */
  files: integer(),
  /** From 0 to 1. */
  complexity: amount(),
  word: optional(text(50)),
});
export type Measure = Infer<typeof measureSchema>;

/** Which way an issue takes: the long one with a plan, or one task and one pull request; and who chose it. */
export const routeSchema = object({
  path: oneOf(["plan", "quick"]),
  by: oneOf(["label", "command", "measure"]),
  measure: optional(measureSchema),
  /** The commit that a quick change was made on: that instructs whoever works on its branch. */
  base: optional(sha),
  /** What a quick change left, where people changed their mind: its branch, its pull request, the head of it. */
  left: optional(object({ branch: text(255), pull: optional(integer(1)), head: optional(sha) })),
});
export type Route = Infer<typeof routeSchema>;

/** The one task of a quick change: no plan has it, so its branch is in nobody's way. */
export const quickTask: TaskId = "T00";

/** Whether a track is one task and one pull request into the default branch. */
export function isQuick({ route }: { route?: Route }): boolean {
  return route?.path === "quick";
}

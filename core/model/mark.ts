import { taskId } from "./ids.ts";
import { type Infer, integer, list, object, oneOf, optional, text } from "./schema.ts";

const node = text(200);

/** How many are remembered of each; older ones have long been settled. */
export const mostCalls = 50;
export const mostHeard = 50;

/** A comment of ours that asks people to do something; folded away once all that it is about is settled. */
export const callSchema = object({
  node,
  about: list(object({ notice: text(40), task: optional(taskId) }), 20),
});
export type Call = Infer<typeof callSchema>;

/** What a person asked for, by a comment or by a label on the issue: our reactions there tell what became of it. */
export const heardSchema = object({
  node,
  about: oneOf(["track", "plan", "task", "merge", "rollback", "report"]),
  task: optional(taskId),
  /** Of a report. */
  number: optional(integer(1)),
});
export type Heard = Infer<typeof heardSchema>;

/** A sign beside what somebody wrote: it holds no words, and to put it there twice is harmless. */
export type Mark =
  | { type: "hide"; nodeId: string }
  | { type: "react"; nodeId: string; reaction: "rocket" | "hooray" | "confused" };

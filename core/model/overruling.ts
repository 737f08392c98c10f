import { instant, sha, taskId } from "./ids.ts";
import { type Infer, integer, list, object, optional, text } from "./schema.ts";
import { signalsSchema } from "./signal.ts";

/** What stood in the way of an approval and was overruled. */
export const objectionsSchema = object({
  /** Reviews by people that ask for changes. */
  requests: list(object({ review: integer(1), by: text(100) }), 100),
  /** Blockers of reviewers. */
  blockers: list(object({ path: text(500), line: optional(integer(1)), message: text(300) }), 100),
  /** Reviewers that gave no review. */
  missing: list(text(300), 100),
  /** What code alone saw. */
  signals: optional(signalsSchema),
});
export type Objections = Infer<typeof objectionsSchema>;

/** Who approved what in spite of objections, and when: at the head that they saw. */
export const overrulingSchema = object({
  pull: integer(1),
  task: optional(taskId),
  sha,
  by: text(100),
  at: instant,
  over: objectionsSchema,
});
export type Overruling = Infer<typeof overrulingSchema>;

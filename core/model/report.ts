import { instant } from "./ids.ts";
import { troubleSchema } from "./notice.ts";
import { type Infer, integer, object, oneOf, optional, text } from "./schema.ts";

/** Something that a person asked for by `/run`, and that ends in words: a comment, or a file in a pull request. */
export const reportSchema = object({
  number: integer(1),
  recipe: text(64),
  /** The person's own words. */
  text: text(10_000),
  by: text(100),
  /** Where it was asked for, and is answered. */
  thread: integer(1),
  at: instant,
  status: oneOf(["pending", "running", "done", "failed"]),
  attempts: integer(),
  pull: optional(integer(1)),
  trouble: optional(troubleSchema),
});
export type Report = Infer<typeof reportSchema>;

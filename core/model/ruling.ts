import { instant, sha, taskId } from "./ids.ts";
import { commandTypes } from "./mistake.ts";
import { flag, type Infer, integer, object, oneOf, optional, text } from "./schema.ts";

/** A command that somebody gave: whether it was taken and, where not, the notice that says why. */
export const rulingSchema = object({
  at: instant,
  by: text(100),
  /** The comment (`c1`) or review (`r1`), and where it stands. */
  source: text(60),
  thread: integer(1),
  command: oneOf(commandTypes),
  task: optional(taskId),
  /** The head of the pull request that it stands in. */
  sha: optional(sha),
  ok: flag(),
  why: optional(text(60)),
});
export type Ruling = Infer<typeof rulingSchema>;

/** How many a track remembers. */
export const mostRulings = 100;

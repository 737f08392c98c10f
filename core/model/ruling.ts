import { instant, sha, taskId } from "./ids.ts";
import { commandTypes } from "./mistake.ts";
import { noticeSchema } from "./notice.ts";
import { flag, type Infer, integer, object, oneOf, optional, text } from "./schema.ts";

/** A command that somebody gave: whether it was taken and, where not, the notice that says why. */
export const rulingSchema = object({
  at: instant,
  by: text(100),
  /** The comment (`c1`), review (`r1`) or box of the dashboard (`d…`), and where it stands. */
  source: text(60),
  thread: integer(1),
  command: oneOf(commandTypes),
  task: optional(taskId),
  /** The head of the pull request that it stands in. */
  sha: optional(sha),
  ok: flag(),
  why: optional(text(60)),
  /** What there is to say of it, for a box of the dashboard: there it is said. */
  notice: optional(noticeSchema),
});
export type Ruling = Infer<typeof rulingSchema>;

/** How many a track remembers. */
export const mostRulings = 100;

/** Of how many of these it remembers what there was to say. */
export const mostTold = 5;

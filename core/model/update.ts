import { sha } from "./ids.ts";
import { mostConflicts } from "./notice/parts.ts";
import { troubleSchema } from "./notice.ts";
import { type Infer, integer, list, object, oneOf, optional, text } from "./schema.ts";

/** How far the track branch is on its way to the newest commit of the default branch. */
export const updateSchema = object({
  /** `merging`: by git alone. `resolving`: git met a conflict, and the executor resolves it. `stuck`: a person has to. */
  status: oneOf(["merging", "resolving", "stuck", "done"]),
  /** Which update of the track it is, for keys. */
  number: integer(1),
  /** Jobs that ended without a result since somebody asked or one went well; bounded by `limits.attempts`. */
  attempts: integer(),
  /** The commit of the default branch that it is about, and that of the track branch: known once git has tried. */
  base: optional(sha),
  head: optional(sha),
  /** What conflicts, where it is known. */
  files: list(text(1_000), mostConflicts),
  /** Where it was asked for, and is answered. Absent where gsd found the conflict itself. */
  thread: optional(integer(1)),
  /** What a person was told; kept while it is tried again, so that the same is not said twice. */
  trouble: optional(troubleSchema),
});
export type Update = Infer<typeof updateSchema>;

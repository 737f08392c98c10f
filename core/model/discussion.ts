import { type Infer, integer, list, object, word } from "./schema.ts";

/** The most comments of one issue that agents are told. */
export const mostComments = 50;

/** Comments that planners may read: by people with write access, as they stood when the plan was asked for. */
export const discussionSchema = object({
  comments: list(object({ id: integer(1), sha256: word("^[0-9a-f]{64}$") }), mostComments),
  /** Older ones that are left out. */
  left: integer(),
  /** Those that were edited between the request and our look at them. */
  edited: integer(),
});
export type Discussion = Infer<typeof discussionSchema>;

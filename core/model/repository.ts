import { knownHealthSchema } from "./health.ts";
import { instant } from "./ids.ts";
import { type Infer, integer, list, object, only, optional, text } from "./schema.ts";

/** What belongs to no track: `repository.json` of the ledger. */
export const repositorySchema = object({
  version: only(2),
  /** Comments up to here were seen by a tick. */
  cursor: optional(instant),
  /** Comments and reviews outside of tracks that a tick has answered. */
  handled: list(object({ id: text(60), at: instant }), 10_000),
  health: knownHealthSchema,
  /** The label that a tick last saw or made: one that people delete after that stays deleted. */
  label: optional(text(50)),
  /** The issue that shows all tracks, if there is one. */
  dashboard: optional(integer(1)),
});
export type RepositoryState = Infer<typeof repositorySchema>;

export const emptyRepository: RepositoryState = { version: 2, handled: [], health: [] };

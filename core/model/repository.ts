import { knownHealthSchema } from "./health.ts";
import { instant } from "./ids.ts";
import { noticeSchema } from "./notice.ts";
import { roadmapStateSchema } from "./roadmap-state.ts";
import { flag, type Infer, integer, list, object, only, optional, text } from "./schema.ts";

/** How many boxes without a track are remembered. */
export const mostAsks = 20;

/** A box of the dashboard that is about no track: for the nightly run, or one of which nobody knows who ticked it. */
const boardAskSchema = object({
  source: text(60),
  at: instant,
  /** Absent where GitHub does not say. */
  by: optional(text(100)),
  ok: flag(),
  notice: optional(noticeSchema),
});
export type BoardAsk = Infer<typeof boardAskSchema>;

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
  /** How far that issue is. */
  board: optional(
    object({
      /** The digest of what it says. */
      digest: optional(text(64)),
      /** Who makes it, since when: nobody else does for a while. */
      maker: optional(object({ owner: text(300), at: instant })),
      /** Somebody deleted it: no other one is made. */
      gone: optional(flag()),
      /** It was closed when gsd last wanted to write it: what is ticked meanwhile counts for nothing. */
      closed: optional(flag()),
      /** Boxes that were ticked and are about no track, newest last. */
      asks: optional(list(boardAskSchema, mostAsks)),
    }),
  ),
  night: optional(
    object({
      /** Issues that the nightly run has started, newest last. */
      started: list(object({ issue: integer(1), at: instant }), 50),
      /** People who asked for a plan without write access, and when that was looked up. */
      strangers: list(object({ login: text(100), at: instant }), 500),
    }),
  ),
  roadmap: optional(roadmapStateSchema),
});
export type RepositoryState = Infer<typeof repositorySchema>;

export const emptyRepository: RepositoryState = { version: 2, handled: [], health: [] };

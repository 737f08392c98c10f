import { type Infer, integer, list, object, optional, text, word } from "./schema.ts";

/** A phase and its milestone as they were when both said the same. */
const knownPhaseSchema = object({
  milestone: integer(1),
  title: text(300),
  due: optional(word("^\\d{4}-\\d{2}-\\d{2}$")),
  issues: list(integer(1), 1_000),
});
export type KnownPhase = Infer<typeof knownPhaseSchema>;

/** What is remembered of the roadmap: part of `repository.json`. */
export const roadmapStateSchema = object({
  phases: list(knownPhaseSchema, 200),
  /** Milestones whose phase somebody took out of the file: they are left alone. */
  dropped: list(integer(1), 1_000),
  /** The pull request that brings the file up to date. */
  proposal: optional(integer(1)),
  /** The digest of a file that was proposed and turned down: it is not proposed again. */
  declined: optional(text(64)),
});
export type RoadmapState = Infer<typeof roadmapStateSchema>;

export const noRoadmapState: RoadmapState = { phases: [], dropped: [] };

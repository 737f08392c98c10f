import type { Proof } from "./answers.ts";
import { type Sha, sha, type TaskId, taskId } from "./ids.ts";
import { doerSchema, outcomes } from "./job.ts";
import { type Infer, integer, list, object, oneOf, optional, text } from "./schema.ts";

/** One acceptance criterion of a merged task; `T02.1` is the first of T02. */
export interface Criterion {
  id: string;
  task: TaskId;
  text: string;
}

/** A piece of evidence, and whether it is there: nobody can look up a note. */
export type JudgedProof = Proof & { found?: boolean };

/** What a verifier said of one criterion, and what of its evidence is there. */
export type JudgedCriterion = Criterion & { met: boolean; evidence: string; proofs: JudgedProof[] };

/** An acceptance criterion that was looked at and is not met, and what was said of it. */
const unmetSchema = object({ id: text(20), task: taskId, text: text(500), evidence: text(500) });
export type Unmet = Infer<typeof unmetSchema>;

/** As many as the ledger remembers; all of them are in verification.json. */
export const mostUnmet = 30;

/** How far the verification of a track has come. */
export const verificationSchema = object({
  runs: integer(),
  attempts: integer(),
  outcome: optional(oneOf(outcomes)),
  /** The head of the track branch that was verified; once the track is ready, with our last commit on top. */
  head: optional(sha),
  /** What the repository's own commands said of it; `none` where there are none. */
  checks: optional(oneOf(["passed", "none"])),
  by: optional(doerSchema),
  /** How often another head was verified again by itself since a person last asked. */
  moves: optional(integer(1)),
  /** What the newest one found missing: `/plan --gaps` makes tasks of it. */
  unmet: optional(list(unmetSchema, mostUnmet)),
});

/** What a verification that did not pass wrote down. */
export interface Verified {
  head: Sha;
  unmet: Unmet[];
}

import { findingSchema } from "./answers.ts";
import { instant } from "./ids.ts";
import { outcomes } from "./job.ts";
import { mostWants, permissionRequestSchema } from "./permission.ts";
import { flag, type Infer, integer, list, oneOf, optional, text, unionOf } from "./schema.ts";
import { signalSchema } from "./signal.ts";

/** What the next run is told about earlier ones, as data; `core/prompt` has the words. */
export const feedbackSchema = unionOf("type", {
  /** A run that brought no result. */
  attempt: { outcome: oneOf(outcomes), reason: optional(text(4_000)) },
  /** A remark of a review. */
  finding: { finding: findingSchema },
  /** The issue was tried as a quick change first; its work is on a branch. */
  tried: { branch: text(255) },
  /** An acceptance criterion that verification found not to be met, and what it said of it. */
  unmet: { id: text(20), text: text(500), evidence: text(500) },
  /** What code alone saw in a change. */
  signal: { signal: signalSchema },
  /** What a person said to something that a run needed their leave for. */
  permission: {
    allowed: flag(),
    by: text(100),
    wants: list(permissionRequestSchema, mostWants),
    text: optional(text(2_000)),
  },
  /** A person's own words, as they were when they were read; later edits change nothing. */
  words: {
    by: text(100),
    text: text(10_000),
    /** `c1` for a comment, `r1` for a review, `t1` for a discussion by its newest comment that counts. */
    source: optional(text(40)),
    at: optional(instant),
    path: optional(text(500)),
    line: optional(integer(1)),
    hunk: optional(text(4_000)),
    /** There was more. */
    cut: optional(flag()),
  },
});
export type Feedback = Infer<typeof feedbackSchema>;

import { findingSchema } from "./answers.ts";
import { outcomes } from "./job.ts";
import { type Infer, oneOf, optional, text, unionOf } from "./schema.ts";
import { signalSchema } from "./signal.ts";

/** What the next run is told about earlier ones, as data; `core/prompt` has the words. */
export const feedbackSchema = unionOf("type", {
  /** A run that brought no result. */
  attempt: { outcome: oneOf(outcomes), reason: optional(text(4_000)) },
  /** A remark of a review. */
  finding: { finding: findingSchema },
  /** What code alone saw in a change. */
  signal: { signal: signalSchema },
  /** A person's own words. */
  words: { by: text(100), text: text(10_000) },
});
export type Feedback = Infer<typeof feedbackSchema>;

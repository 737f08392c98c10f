import type { Dropped } from "../text/clean-text.ts";

/** What is not what it seems in a text that agents get: characters that were taken out, words to look at twice, words that readers do not see. */
export interface Oddities {
  hidden: Dropped;
  lookalikes: string[];
  unseen?: string[];
  /** Whether there is nothing but a title. */
  empty?: boolean;
}

/** As much of what readers do not see is shown to them. */
export const mostUnseen = { pieces: 10, bytes: 2_400 };

/** Loose on purpose: what we stored ourselves must never keep a track from being read. */
export const odditiesSchema = {
  type: "object",
  required: ["hidden", "lookalikes"],
  properties: {
    hidden: {
      type: "object",
      required: ["count", "kinds"],
      properties: {
        count: { type: "integer", minimum: 0 },
        kinds: { type: "array", items: { type: "string" } },
      },
    },
    lookalikes: { type: "array", items: { type: "string" } },
    unseen: { type: "array", items: { type: "string" } },
    empty: { type: "boolean" },
  },
} as const;

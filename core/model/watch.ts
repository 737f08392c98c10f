import { type Instant, instant } from "./ids.ts";

/** What a tick remembers about the repository as a whole: how far it has read, and answers given outside of tracks. */
export interface Watch {
  version: 1;
  /** Comments up to here were seen by a tick. */
  cursor: Instant;
  handled: { id: string; at: Instant }[];
}

export const watchSchema = {
  type: "object",
  required: ["version", "cursor", "handled"],
  properties: {
    version: { const: 1 },
    cursor: instant,
    handled: {
      type: "array",
      items: {
        type: "object",
        required: ["id", "at"],
        properties: { id: { type: "string" }, at: instant },
      },
    },
  },
} as const;

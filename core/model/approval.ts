import { type Instant, instant, type Sha, sha } from "./ids.ts";
import type { SchemaOf } from "./schema-of.ts";

export interface Approval {
  sha: Sha;
  by: string;
  at: Instant;
}

/** A text of ours that says "ready at `<sha>`"; a bare `/approve` means it only if it came later. */
export interface Announcement {
  sha: Sha;
  at: Instant;
}

export const approval = {
  type: "object",
  required: ["sha", "by", "at"],
  properties: { sha, by: { type: "string" }, at: instant },
} as const satisfies SchemaOf<Approval>;

export const announcement = {
  type: "object",
  required: ["sha", "at"],
  properties: { sha, at: instant },
} as const satisfies SchemaOf<Announcement>;

import { type Infer, object, oneOf, text } from "./schema.ts";

const deltaFields = {
  capability: text(64),
  type: oneOf(["added", "modified", "removed"]),
  title: text(200),
} as const;

/** The most requirements that one plan changes. */
export const mostDeltaNames = 100;

/** A requirement that a plan changes, by name. */
export const deltaNameSchema = object(deltaFields);
export type DeltaName = Infer<typeof deltaNameSchema>;

/** A requirement that somebody else changes too: `other` is an issue (`#43`) or a folder of OpenSpec. `type` is what they do to it. */
export const meetingSchema = object({ ...deltaFields, other: text(200) });
export type Meeting = Infer<typeof meetingSchema>;

import { type Infer, integer, object, optional, text } from "./schema.ts";

/** An open issue that blocks another one; `elsewhere` is its repository, where that is not this one. */
export const blockerSchema = object({ issue: integer(1), elsewhere: optional(text(200)) });
export type Blocker = Infer<typeof blockerSchema>;

/** More than these are not kept. */
export const mostBlockers = 20;

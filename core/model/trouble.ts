import type { SchemaOf } from "./schema-of.ts";
/** Something a person should know or do: what happened, in one sentence, and what to type next. */
export interface Trouble {
  code: string;
  text: string;
}

export const trouble = {
  type: "object",
  required: ["code", "text"],
  properties: { code: { type: "string" }, text: { type: "string" } },
} as const satisfies SchemaOf<Trouble>;

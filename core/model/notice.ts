import { answers } from "./notice/answers.ts";
import { news } from "./notice/news.ts";
import { refusals } from "./notice/refusals.ts";
import { troubles } from "./notice/troubles.ts";
import { given, type Infer, type Schema, shared, unionOf } from "./schema.ts";

/** Something that people should know, as data; `core/render` turns it into words at the moment of saying. */
export const noticeSchema = shared(
  "notice",
  unionOf("type", { ...troubles, ...news, ...answers, ...refusals }),
);
export type Notice = Infer<typeof noticeSchema>;
export type NoticeType = Notice["type"];

function oneType(types: string[]): object {
  return { type: "object", properties: { type: { enum: types } } };
}

/** The notices that may stay with a track, a task, a rollback or a report. */
export const troubleSchema: Schema<Trouble> = shared(
  "trouble",
  given({ allOf: [noticeSchema, oneType(Object.keys(troubles))] }),
);
export type Trouble = Extract<Notice, { type: keyof typeof troubles }>;
export type Refusal = Extract<Notice, { type: keyof typeof refusals }>;
export type Answer = Extract<Notice, { type: keyof typeof answers }>;

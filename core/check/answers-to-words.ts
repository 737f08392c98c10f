import type { AnswerType } from "../model/answers.ts";
import type { Feedback } from "../model/feedback.ts";
import type { Manifest } from "../model/manifest.ts";
import { answersOf } from "./answers-of.ts";

type Words = Extract<Feedback, { type: "words" }>;

/** A person's remark, and what was done about it. */
export interface AnsweredWords {
  words: Words;
  /** Undefined where nobody said. */
  done: string | undefined;
}

/** Which answers say what was done about people's words. */
const answering = ["change", "document", "backlog"] as const satisfies AnswerType[];

/**
 * What became of people's words, by the answers of those who were told them. Of two answers by the same member the newer
 * counts; different authors of a plan each say their part.
 */
export function answersToWords(
  feedback: readonly Feedback[],
  manifest: Pick<Manifest, "steps">,
): AnsweredWords[] {
  const given = answering.flatMap((type) => answersOf(manifest, type));
  // Only who made something was asked.
  if (given.length === 0) return [];
  const said = new Map<string, Map<string, string>>();
  for (const { step, value } of given) {
    const author = step.member;
    for (const { remark, done } of value.remarks ?? []) {
      const name = remark.trim().toUpperCase();
      const byAuthor = said.get(name) ?? new Map<string, string>();
      said.set(name, byAuthor.set(author, done));
    }
  }
  const heard = feedback.filter((one) => one.type === "words");
  return heard.map((words, index) => {
    const byAuthor = said.get(`R${index + 1}`);
    return { words, done: byAuthor ? [...byAuthor.values()].join(" ") : undefined };
  });
}

/** What to reply in the discussions among them, by the comment that each was read to; the others have none. */
export function repliesTo(answered: readonly AnsweredWords[]): { comment: number; done: string }[] {
  return answered.flatMap(({ words: { source = "" }, done }) => {
    const comment = Number(/^t(\d+)$/.exec(source)?.[1]);
    return done === undefined || !Number.isSafeInteger(comment) ? [] : [{ comment, done }];
  });
}

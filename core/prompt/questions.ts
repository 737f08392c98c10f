import type { AnswerType } from "../model/answers.ts";
import { type Asked, answeredFor, type Form, questionsLeft } from "../model/question.ts";
import { fence } from "./fence.ts";

/** What people were asked before, and how many questions are left. */
export interface AskedBefore {
  answered: Asked[];
  left: number;
}

/** For planning, or for one task. */
export function askedBefore(forms: readonly Form[] | undefined, task?: string): AskedBefore {
  return { answered: answeredFor(forms, task), left: questionsLeft(forms, task) };
}

/** Answers that go with questions. */
const asking: readonly AnswerType[] = ["document", "backlog", "change"];

/** What people answered, and what may still be asked. */
export function questionsPart(before: AskedBefore | undefined, answer: AnswerType): string[] {
  if (!before) return [];
  const { answered, left } = before;
  const given = answered.map(
    ({ ask, answer: said }) => `Question: ${ask}\nAnswer by ${said?.by ?? ""}: ${said?.text ?? ""}`,
  );
  const known =
    given.length > 0
      ? [
          `People with write access answered these. Keep to them.\n\n${fence("answers", given.join("\n\n"), 10_000)}`,
        ]
      : [];
  const rule = asking.includes(answer) ? [mayAsk(left)] : [];
  const parts = [...known, ...rule];
  return parts.length === 0 ? [] : [`## Questions to people\n\n${parts.join("\n\n")}`];
}

function mayAsk(left: number): string {
  if (left === 0)
    return "You cannot ask anything more: leave `questions` out, decide yourself, and say what you chose.";
  return `Ask only what neither the code nor the text answers and where a wrong guess would waste the work: the work stops until a person has answered. Otherwise decide yourself, and say what you chose. To ask, put at most ${left} into \`questions\` of your answer, beside what you have so far: \`{"type": "yes-no", "ask": "…"}\`, \`{"type": "choice", "ask": "…", "options": ["…", "…"]}\` with two to six short options, or \`{"type": "text", "ask": "…"}\`. One short sentence each, that somebody understands who sees nothing else. You go on from here once they are answered.`;
}

/** For whoever asked more than there is room for. */
export function tooManyQuestions(asked: number, left: number): string {
  const most = left === 0 ? "You can ask nothing more" : `You can ask at most ${left} here`;
  return `${most}, and your answer has ${asked} under \`questions\`. Decide the rest yourself, and say what you chose.`;
}

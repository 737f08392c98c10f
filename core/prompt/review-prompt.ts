import { type ContextReview, oddNotes, reviewContext, wordsIn } from "../context/review-context.ts";
import type { PromptInput } from "./build-prompt.ts";

type Reviewed = Pick<
  PromptInput,
  "answer" | "track" | "issueText" | "request" | "documents" | "task" | "criteria" | "feedback" | "diff"
>;

/** What people should know of what a prompt holds: the cleaning in `fence` says nothing by itself. */
export function reviewPrompt(input: Reviewed): Partial<ContextReview> & Pick<ContextReview, "notes"> {
  const { answer, task, feedback = [] } = input;
  const context = answer === "change" && task ? reviewContext(task, feedback) : undefined;
  const notes = sources(input).flatMap(([what, texts]) => oddNotes(what, texts));
  return { ...context, notes: [...notes, ...(context?.notes ?? [])] };
}

/** Texts by what people call them. */
type Sources = [what: string, texts: string[]][];

function sources(input: Reviewed): Sources {
  const {
    answer,
    track,
    issueText,
    request,
    documents = {},
    task,
    criteria = [],
    feedback = [],
    diff,
  } = input;
  const issue = issueText === undefined ? "The issue's title" : "The issue's text";
  // Whoever does a task has these in its context, which is reviewed as a whole.
  const apart: Sources =
    answer === "change"
      ? []
      : [
          [`The text of ${task?.id}`, wordsIn(task)],
          ["What was wrong before", feedback],
        ];
  return [
    [issue, [track.title, issueText ?? ""]],
    ["What is asked", [request ?? ""]],
    ...Object.entries(documents).map(([name, text]): Sources[number] => [name, [text]]),
    ["The acceptance criteria", criteria.map(({ text }) => text)],
    ["The change under review", [diff ?? ""]],
    ...apart,
  ];
}

import { type ContextReview, oddNotes, reviewContext, wordsIn } from "../context/review-context.ts";
import type { Note } from "../model/note.ts";
import { cleanText } from "../text/clean-text.ts";
import { limits, type PromptInput } from "./build-prompt.ts";

type Reviewed = Pick<
  PromptInput,
  | "answer"
  | "track"
  | "issueText"
  | "discussion"
  | "request"
  | "documents"
  | "task"
  | "words"
  | "criteria"
  | "feedback"
  | "diff"
>;

/** What people should know of what a prompt holds: the cleaning and cutting in `fence` says nothing by itself. */
export function reviewPrompt(input: Reviewed): Partial<ContextReview> & Pick<ContextReview, "notes"> {
  const { answer, task, feedback = [] } = input;
  const context = answer === "change" && task ? reviewContext(task, feedback) : undefined;
  const notes = sources(input).flatMap(({ what, texts, most }) => [
    ...oddNotes(what, texts),
    ...cutNotes(what, texts, most),
  ]);
  return { ...context, notes: [...notes, ...leftOut(input), ...(context?.notes ?? [])] };
}

/** Texts by what people call them, and how many bytes of each are told. */
interface Source {
  what: string;
  texts: string[];
  most: number;
}

const all = Number.POSITIVE_INFINITY;

function sources(input: Reviewed): Source[] {
  const { answer, track, issueText, discussion, request } = input;
  const { documents = {}, task, criteria = [], words = [], feedback = [], diff } = input;
  const issue = issueText === undefined ? "The issue's title" : "The issue's text";
  // Whoever does a task has these in its context, which is reviewed as a whole.
  const apart: Source[] =
    answer === "change"
      ? []
      : [
          { what: `The text of ${task?.id}`, texts: wordsIn(task), most: all },
          { what: "What was wrong before", texts: feedback, most: limits.feedback },
        ];
  return [
    { what: issue, texts: [track.title, issueText ?? ""], most: limits.issue },
    { what: "The discussion of the issue", texts: [discussion?.text ?? ""], most: limits.discussion },
    { what: "What is asked", texts: [request ?? ""], most: limits.issue },
    ...Object.entries(documents).map(([name, text]) => ({
      what: name,
      texts: [text],
      most: limits.document,
    })),
    { what: "The acceptance criteria", texts: criteria.map(({ text }) => text), most: all },
    { what: "The change under review", texts: [diff ?? ""], most: limits.diff },
    { what: "What people said", texts: words, most: all },
    ...apart,
  ];
}

function cutNotes(what: string, texts: readonly string[], limit: number): Note[] {
  const sizes = texts.map((text) => new TextEncoder().encode(cleanText(text).text).length);
  const bytes = Math.max(0, ...sizes);
  return bytes > limit ? [{ type: "text-cut", what, bytes, limit }] : [];
}

function leftOut({ discussion }: Reviewed): Note[] {
  const { edited = 0, left = 0 } = discussion ?? {};
  const notes: Note[] = [];
  if (edited > 0) notes.push({ type: "comments-left-out", count: edited, because: "edited" });
  if (left > 0) notes.push({ type: "comments-left-out", count: left, because: "many" });
  return notes;
}

import { findOddities } from "../context/find-oddities.ts";
import { type ContextReview, reviewContext, wordsIn } from "../context/review-context.ts";
import { oddText } from "../render/notes.ts";
import type { PromptInput } from "./build-prompt.ts";

type Reviewed = Pick<
  PromptInput,
  "kind" | "track" | "issueText" | "documents" | "task" | "feedback" | "diff"
>;

/** What people should know of what a prompt holds: the cleaning in `fence` says nothing by itself. */
export function reviewPrompt(input: Reviewed): Partial<ContextReview> & Pick<ContextReview, "notes"> {
  const { kind, task, feedback = [] } = input;
  const context = kind === "task" && task ? reviewContext(task, feedback) : undefined;
  const notes = sources(input).flatMap(([what, text]) => {
    const odd = findOddities(text);
    return odd ? [oddText(what, odd)] : [];
  });
  return { ...context, notes: [...notes, ...(context?.notes ?? [])] };
}

function sources({ kind, track, issueText, documents, task, feedback, diff }: Reviewed): [string, string][] {
  const issue: [string, string] =
    issueText === undefined
      ? ["The issue's title", track.title]
      : ["The issue's text", `${track.title}\n${issueText}`];
  // Whoever does a task has both in its context, which is reviewed as a whole.
  const apart = kind !== "task";
  return [
    issue,
    ...Object.entries(documents ?? {}),
    ...(apart && task ? [[`The text of ${task.id}`, wordsIn(task).join("\n")] as [string, string]] : []),
    ...(diff === undefined ? [] : [["The change under review", diff] as [string, string]]),
    ...(apart ? [["What was wrong before", (feedback ?? []).join("\n")] as [string, string]] : []),
  ];
}

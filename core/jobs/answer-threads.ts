import { answersToWords, repliesTo } from "../check/answers-to-words.ts";
import type { Feedback } from "../model/feedback.ts";
import type { Manifest } from "../model/manifest.ts";
import type { PublishStep } from "../model/publication.ts";

/** What is said in the discussions that a job was told of; nothing where there are none. */
export function answerThreads(feedback: readonly Feedback[], manifest: Manifest): PublishStep[] {
  const answers = repliesTo(answersToWords(feedback, manifest));
  return answers.length > 0 ? [{ type: "answer-threads", answers }] : [];
}

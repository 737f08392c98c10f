import { jobKey } from "../../core/codec/keys.ts";
import { marker } from "../../core/codec/markers.ts";
import { GsdError } from "../../core/gsd-error.ts";
import type { Bound, PublishStep } from "../../core/model/publication.ts";
import type { OpenThread } from "../../core/ports/github/pulls.ts";
import { type Stage, unbound } from "./perform-publication.ts";

type AnswerStep = Extract<PublishStep, { type: "answer-threads" }>;

/**
 * Answers discussions and resolves them. What people resolved or deleted meanwhile needs no answer, and one that they
 * went on with stays open.
 */
export async function answerThreads(stage: Stage, { answers, pull }: AnswerStep): Promise<Bound> {
  const { bound, ports, input } = stage;
  const number = pull ?? bound.pull;
  if (answers.length === 0) return {};
  if (number === undefined) throw unbound("pull request");
  const { threads } = await ports.github.openThreads(number);
  const mark = marker.format("answer", jobKey.format(input.job));
  for (const { comment, done } of answers) {
    const thread = threads.find(({ comments }) => comments.some(({ id }) => id === comment));
    const [first] = thread?.comments ?? [];
    if (!thread || !first) continue;
    const isAnswered = thread.comments.some(({ by, body }) => by.bot && body.includes(mark));
    if (!isAnswered)
      await ports.github.replyTo(number, first.id, stage.write({ type: "thread-answer", done }));
    if (!goesOn(thread, comment)) await resolve(stage, thread);
  }
  return {};
}

/** Whether people said more than was read. */
function goesOn({ comments }: OpenThread, comment: number): boolean {
  const at = comments.findIndex(({ id }) => id === comment);
  return comments.slice(at + 1).some(({ by }) => !by.bot);
}

/** Whoever may answer may not always resolve: then people do it. */
async function resolve({ ports }: Stage, { node }: OpenThread): Promise<void> {
  await ports.github.resolveThread(node).catch((error: unknown) => {
    if (!(error instanceof GsdError) || error.code === "unavailable") throw error;
  });
}

import { type TickedBox, tickedBoxes } from "../codec/form-lines.ts";
import type { Command } from "../model/command.ts";
import type { Commented, Sender } from "../model/trigger.ts";

/** A form before and after somebody edited it. */
export interface FormEdit {
  issue: number;
  thread: number;
  comment: number;
  before: string;
  after: string;
  sender: Sender;
  at: string;
}

const mostTicks = 5;

/** The boxes that somebody ticked, as answers of theirs; undefined where they ticked none. What was ticked before is not theirs. */
export function toTicks({
  issue,
  thread,
  comment,
  before,
  after,
  sender,
  at,
}: FormEdit): Commented | undefined {
  const known = new Set(tickedBoxes(before).map(nameOf));
  const all = tickedBoxes(after);
  const fresh = all.filter((box) => !known.has(nameOf(box))).slice(0, mostTicks);
  if (fresh.length === 0) return undefined;
  const commands = fresh.map(({ question, ask, option }): Command => {
    const boxes = all.filter((other) => other.question === question).length;
    return { type: "answer", question, text: option, tick: { comment, ask, boxes } };
  });
  // Two edits within a second are told apart by what they ticked.
  const places = fresh.map((box) => `${box.question}.${all.indexOf(box)}`).join("+");
  const source = `f${comment}-${Math.floor(Date.parse(at) / 1000)}-${places}`.slice(0, 60);
  const target = { kind: "comment", id: comment } as const;
  return { type: "commented", issue, thread, source, target, commands, mistakes: [], sender, at };
}

function nameOf({ question, ask, option }: TickedBox): string {
  return JSON.stringify([question, ask, option]);
}

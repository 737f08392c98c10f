import { type Box, boxKey, tickedBoxesIn, tickSource } from "../codec/boxes.ts";
import type { Command } from "../model/command.ts";
import type { Commented, Sender } from "../model/trigger.ts";

/** Boxes of an issue that calls itself a dashboard, ticked by somebody. Whether it is the dashboard, the ledger knows. */
export interface BoardEdit {
  type: "board-edited";
  issue: number;
  boxes: Box[];
  sender: Sender;
  at: string;
}

/** More than these are not counted of one edit: people tick one at a time. */
export const mostTicks = 5;

interface Texts {
  issue: number;
  before: string;
  after: string;
  sender: Sender;
  at: string;
}

/** What somebody ticked by an edit; undefined where they ticked nothing. What was ticked before is not theirs. */
export function toBoardEdit({ issue, before, after, sender, at }: Texts): BoardEdit | undefined {
  const known = new Set(tickedBoxesIn(before).map(boxKey.format));
  const boxes = tickedBoxesIn(after).filter((box) => !known.has(boxKey.format(box)));
  if (boxes.length === 0) return undefined;
  return { type: "board-edited", issue, boxes: boxes.slice(0, mostTicks), sender, at };
}

/** A box of a track as the command that it stands for; undefined for one that is about no track. */
export function toTickCommand(box: Box): { issue: number; command: Command } | undefined {
  switch (box.type) {
    case "approve":
      return { issue: box.issue, command: { type: "approve", sha: box.tree } };
    case "retry":
      return { issue: box.issue, command: { type: "retry", task: box.task, run: box.run } };
    case "tonight":
      return undefined;
    default:
      return { issue: box.issue, command: { type: box.type } };
  }
}

/** The same as the trigger of its track's loop. */
export function toTickTrigger({ issue: dashboard, sender, at }: BoardEdit, box: Box): Commented | undefined {
  const meant = toTickCommand(box);
  if (!meant) return undefined;
  const { issue, command } = meant;
  const source = tickSource.format({ by: sender.id, at, box });
  return {
    type: "commented",
    issue,
    thread: issue,
    source,
    board: dashboard,
    commands: [command],
    mistakes: [],
    sender,
    at,
  };
}

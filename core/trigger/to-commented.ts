import type { Commands } from "../command/parse-commands.ts";
import type { ReactionTarget } from "../model/effect.ts";
import { isSha } from "../model/ids.ts";
import type { Commented, Sender, ShownText } from "../model/trigger.ts";

/** A comment or review whose commands nobody has read yet. */
export interface Said {
  type: "said";
  issue: number;
  thread: number;
  source: string;
  target?: ReactionTarget;
  body: string;
  sender: Sender;
  at: string;
  /** The commit of an approving review. */
  approves?: string;
  shown?: ShownText;
}

/** A comment or review with its commands; undefined when it holds none. An approving review is an `/approve` of its commit. */
export function toCommented(
  { body: _, approves, ...said }: Said,
  { commands, mistakes }: Commands,
): Commented | undefined {
  if (approves !== undefined) {
    const others = commands.filter((command) => command.type !== "approve");
    const over = commands.some((command) => command.type === "approve" && command.over);
    const approval: Commented = {
      ...said,
      type: "commented",
      commands: [over ? { type: "approve", over } : { type: "approve" }, ...others],
      mistakes,
    };
    // GitHub forgets the commit of a review when it is force-pushed away: then it counts like a bare `/approve`.
    return isSha(approves) ? { ...approval, commit: approves } : approval;
  }
  if (commands.length + mistakes.length === 0) return undefined;
  return { ...said, type: "commented", commands, mistakes };
}

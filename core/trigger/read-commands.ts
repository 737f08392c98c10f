import { parseCommands } from "../command/parse-commands.ts";
import type { ReactionTarget } from "../model/effect.ts";
import { isSha } from "../model/ids.ts";
import type { Commented, Sender } from "../model/trigger.ts";

export interface Said {
  issue: number;
  thread: number;
  source: string;
  target?: ReactionTarget;
  body: string;
  sender: Sender;
  at: string;
  /** The commit of an approving review. */
  approves?: string;
}

/** The commands of a comment or review; undefined when it holds none. An approving review is an `/approve` of its commit. */
export function readCommands({ body, approves, ...said }: Said): Commented | undefined {
  const { commands, mistakes } = parseCommands(body);
  if (approves !== undefined) {
    const others = commands.filter((command) => command.type !== "approve");
    const over = commands.some((command) => command.type === "approve" && command.over);
    return {
      type: "commented",
      ...said,
      commands: [over ? { type: "approve", over } : { type: "approve" }, ...others],
      mistakes,
      // GitHub forgets the commit of a review when it is force-pushed away: then it counts like a bare `/approve`.
      ...(isSha(approves) ? { commit: approves } : {}),
    };
  }
  if (commands.length + mistakes.length === 0) return undefined;
  return { type: "commented", ...said, commands, mistakes };
}

import type { Draft } from "../jobs/draft.ts";
import type { Command } from "../model/command.ts";
import { type Heard, mostHeard } from "../model/mark.ts";
import { type Track, taskEntries } from "../model/track.ts";
import type { Commented } from "../model/trigger.ts";

/** What somebody asked for in a comment and is to be told of there; one thing a comment. */
export function rememberHeard(draft: Draft, trigger: Commented, command: Command): void {
  const node = trigger.target?.kind === "comment" ? trigger.target.node : undefined;
  const about = node && aboutOf(draft.track, trigger, command);
  if (about) addHeard(draft.track, { node, ...about });
}

export function addHeard(track: Track, heard: Heard): void {
  const others = (track.heard ?? []).filter(({ node }) => node !== heard.node);
  track.heard = [...others, heard].slice(-mostHeard);
}

/** What is done with as soon as it is accepted needs no more than that somebody heard it. */
function aboutOf(track: Track, { thread }: Commented, command: Command): Omit<Heard, "node"> | undefined {
  switch (command.type) {
    case "approve":
      return approval(track, thread);
    case "retry":
      return { about: "task", task: command.task };
    case "revise":
      return command.task ? { about: "task", task: command.task } : undefined;
    case "rollback": {
      const task = track.rollbacks.at(-1)?.task;
      return task && { about: "rollback", task };
    }
    case "run":
    case "research":
    case "debug":
    case "analyze": {
      const number = track.reports.at(-1)?.number;
      return number === undefined ? undefined : { about: "report", number };
    }
    default:
      return undefined;
  }
}

function approval(track: Track, thread: number): Omit<Heard, "node"> | undefined {
  if (thread === track.issue || thread === track.pull) return { about: "plan" };
  const [task] = taskEntries(track).find(([, { proposal }]) => proposal?.pull === thread) ?? [];
  return task && { about: "merge", task };
}

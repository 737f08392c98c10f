import type { Draft } from "../jobs/draft.ts";
import type { Command } from "../model/command.ts";
import { type Heard, mostHeard } from "../model/mark.ts";
import type { CommandType } from "../model/mistake.ts";
import { type Track, taskOfPull } from "../model/track.ts";
import type { Commented } from "../model/trigger.ts";

type About = Omit<Heard, "node"> | undefined;
type Find<T extends CommandType> = (
  track: Track,
  command: Extract<Command, { type: T }>,
  thread: number,
) => About;

/** What somebody asked for in a comment and is to be told of there; one thing a comment. */
export function rememberHeard({ track }: Draft, { target, thread }: Commented, command: Command): void {
  const node = target?.kind === "comment" ? target.node : undefined;
  const find = abouts[command.type] as Find<CommandType> | undefined;
  const about = find?.(track, command, thread);
  if (node === undefined || !about) return;
  const others = (track.heard ?? []).filter((one) => one.node !== node);
  track.heard = [...others, { node, ...about }].slice(-mostHeard);
}

/** What is done with as soon as it is accepted needs no more than that somebody heard it. */
const abouts: { [T in CommandType]?: Find<T> } = {
  approve: (track, _, thread) => approval(track, thread),
  retry: (_, { task }) => ({ about: "task", task }),
  revise: (_, { task }) => task && { about: "task", task },
  rollback: ({ rollbacks }) => {
    const task = rollbacks.at(-1)?.task;
    return task && { about: "rollback", task };
  },
  run: (track, { recipe }) => (recipe === undefined ? undefined : newestReport(track)),
  research: (track) => newestReport(track),
  debug: (track) => newestReport(track),
  analyze: (track) => newestReport(track),
};

function newestReport({ reports }: Track): About {
  const number = reports.at(-1)?.number;
  return number === undefined ? undefined : { about: "report", number };
}

function approval(track: Track, thread: number): About {
  if (thread === track.issue || thread === track.pull) return { about: "plan" };
  const task = taskOfPull(track, thread);
  return task && { about: "merge", task };
}

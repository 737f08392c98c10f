import { mayHoldCommands } from "../core/command/may-hold-commands.ts";
import type { Commands } from "../core/command/parse-commands.ts";
import type { Commented, Trigger } from "../core/model/trigger.ts";
import { type Said, toCommented } from "../core/trigger/to-commented.ts";
import type { Ports } from "./ports.ts";

type Reading = Pick<Ports, "parse">;

/** What an event asks for, now that its words are read; undefined where they ask for nothing. */
export async function readTrigger(ports: Reading, event: Trigger | Said): Promise<Trigger | undefined> {
  return event.type === "said" ? readSaid(ports, event) : event;
}

/** The commands of a comment or review; undefined when it holds none. */
export async function readSaid({ parse }: Reading, said: Said): Promise<Commented | undefined> {
  if (!mayHoldCommands(said.body)) return toCommented(said, { commands: [], mistakes: [] });
  const reading = await parse("commands", said.body);
  return toCommented(said, reading.ok ? reading.value : unreadable);
}

/** Whoever wrote it may have meant a command: they hear how to give one. */
const unreadable: Commands = { commands: [], mistakes: [{ type: "unreadable", command: "help" }] };

import type { CheckName } from "../model/config/commands.ts";
import type { Note, Unreached } from "../model/note.ts";

export type LeftOut = Extract<Note, { type: "left-out" }>;

/** Why it cannot be run here; nothing where it only lacks what a setup would have installed. */
interface Why {
  missing?: string;
  unreached?: readonly Unreached[];
  hosts?: readonly string[];
}

/** Says that gsd does without a command that it guessed. */
export function leftOut(name: CheckName | "setup", command: string, why: Why): LeftOut {
  const note: LeftOut = { type: "left-out", name, command: command.slice(0, 1_000) };
  if (why.missing !== undefined) return { ...note, missing: why.missing };
  if (!why.unreached || why.unreached.length === 0) return note;
  const short = why.unreached.map(({ host, trouble }) => ({ host: host.slice(0, 300), trouble }));
  return { ...note, unreached: short.slice(0, 10), hosts: [...(why.hosts ?? [])].slice(0, 20) };
}

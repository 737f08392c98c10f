import type { CheckName } from "../model/config.ts";
import type { Note } from "../model/note.ts";

/** Says that gsd does without a command that it guessed. */
export function leftOut(name: CheckName | "setup", command: string, missing: string | undefined): Note {
  const note = { type: "left-out" as const, name, command: command.slice(0, 1_000) };
  return missing === undefined ? note : { ...note, missing };
}

import { taskId } from "./ids.ts";
import { type Infer, integer, oneOf, optional, text, unionOf } from "./schema.ts";

/** Every command there is; `core/command` says how each is written. */
export const commandTypes = [
  "plan",
  "quick",
  "approve",
  "status",
  "retry",
  "revise",
  "review",
  "answer",
  "allow",
  "deny",
  "skip",
  "rebase",
  "split",
  "rollback",
  "update",
  "budget",
  "complete",
  "run",
  "research",
  "debug",
  "analyze",
  "pause",
  "resume",
  "cancel",
  "help",
] as const;
export type CommandType = (typeof commandTypes)[number];

const command = oneOf(commandTypes);
const word = text(100);

/** A command that was meant but not written rightly: what is wrong with it. */
export const mistakeSchema = unionOf("type", {
  /** No command of ours, but near one: of interest only where a track is. */
  "unknown-command": { command, word },
  "too-many-commands": { command, most: integer(1), left: integer(1) },
  "takes-nothing": { command, word },
  "too-much": { command, word },
  "no-commit": { command, word },
  "no-task": { command, word },
  /** `task`: whose pull request it was written on. */
  "task-missing": { command, task: optional(taskId) },
  "no-question": { command, word },
  "answer-missing": { command },
  "unknown-flag": { command, word },
  /** An option that stands behind the words, where it would be one of them. */
  "late-flag": { command, word },
  "unknown-engine": { command, word },
  "no-model": { command, word },
  "no-amount": { command, word },
  "no-recipe": { command, word },
  "text-missing": { command },
  /** The comment as a whole takes too long to read. */
  unreadable: { command },
});
export type Mistake = Infer<typeof mistakeSchema>;

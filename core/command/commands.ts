import type { TaskId } from "../model/ids.ts";
import type { CommandType } from "../model/mistake.ts";
import type { EngineName } from "../select/models.ts";

/** What a person can ask for in a comment. */
export type Command =
  | { type: "plan" | "status" | "pause" | "resume" | "cancel" | "help" }
  | { type: "approve"; sha?: string }
  | { type: "retry"; task: TaskId; fresh?: true; engine?: EngineName; model?: string }
  | { type: "review" | "skip"; task: TaskId }
  | { type: "rollback"; task: TaskId; withDependents: boolean }
  | { type: "budget"; usd: number }
  /** Without a recipe it lists those that there are. */
  | { type: "run"; recipe?: undefined }
  | { type: "run"; recipe: string; text: string }
  /** Recipes that have a command of their own. */
  | { type: "research" | "debug" | "analyze"; text: string };

/** How each command is written. */
export const commandForms: Readonly<Record<CommandType, string>> = {
  plan: "/plan",
  approve: "/approve [sha]",
  status: "/status",
  retry: "/retry T03 [--fresh] [--engine NAME] [--model NAME]",
  review: "/review T03",
  skip: "/skip T03",
  rollback: "/rollback T03 [--with-dependents]",
  budget: "/budget +5",
  run: "/run NAME [text]",
  research: "/research QUESTION",
  debug: "/debug TEXT",
  analyze: "/analyze TEXT",
  pause: "/pause",
  resume: "/resume",
  cancel: "/cancel",
  help: "/help",
};

export function isCommandType(word: string): word is CommandType {
  return Object.hasOwn(commandForms, word);
}

import type { CommandType } from "../model/mistake.ts";

/** How each command is written; some in two ways. */
export const commandForms: Readonly<Record<CommandType, readonly string[]>> = {
  plan: ["/plan [--fresh]", "/plan --gaps"],
  quick: ["/quick"],
  approve: ["/approve [sha] [--over]"],
  status: ["/status"],
  retry: ["/retry T03 [--fresh] [--engine NAME] [--model NAME] [text]"],
  revise: ["/revise [T03] [text]"],
  review: ["/review T03"],
  answer: ["/answer 1 TEXT"],
  allow: ["/allow T03 [2]"],
  deny: ["/deny T03 [2] [text]"],
  skip: ["/skip T03"],
  rebase: ["/rebase T03 [text]"],
  split: ["/split T03 [text]"],
  rollback: ["/rollback T03 [--with-dependents]", "/rollback --track", "/rollback [T03] --undo"],
  update: ["/update [T03]"],
  budget: ["/budget +5"],
  complete: ["/complete PHASE"],
  run: ["/run NAME [text]"],
  research: ["/research QUESTION"],
  debug: ["/debug TEXT"],
  analyze: ["/analyze TEXT"],
  pause: ["/pause"],
  resume: ["/resume"],
  cancel: ["/cancel"],
  help: ["/help"],
};

export function isCommandType(word: string): word is CommandType {
  return Object.hasOwn(commandForms, word);
}

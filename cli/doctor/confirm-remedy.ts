import { GsdError } from "../../core/gsd-error.ts";

/** Asks before something is changed. */
export async function confirmRemedy(words: string): Promise<boolean> {
  const { confirm, isCancel } = await import("@clack/prompts");
  const answer = await confirm({ message: `Shall gsd ${words}?` });
  if (isCancel(answer)) throw new GsdError("cancelled", "Cancelled; what was not answered was not changed.");
  return answer;
}

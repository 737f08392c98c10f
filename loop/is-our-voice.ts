import type { Author } from "../core/ports/github/people.ts";
import type { Ports } from "./ports.ts";

/** What workflows speak by, with the token that GitHub gives them. */
export const workflowVoice = "github-actions[bot]";

/**
 * Whether a marker in somebody's text counts as ours. No person's login ends in `[bot]`, but other machines repeat what strangers
 * write. Publish for an App cannot tell how that App is called: there every machine counts, and the ledger knows better.
 */
export function isOurVoice({ voices }: Pick<Ports, "voices">, { bot, login }: Author): boolean {
  return bot && (voices === undefined || voices.includes(login));
}

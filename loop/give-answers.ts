import type { LooseEffect } from "../core/model/effect.ts";
import { performEffect } from "./perform.ts";
import type { Ports } from "./ports.ts";

/** Answers in a thread without a state to keep them in: done at once, and found again by their marker. */
export async function giveAnswers(
  ports: Ports,
  answers: { key: string; effect: LooseEffect }[],
): Promise<undefined> {
  const at = ports.now().toISOString();
  for (const { key, effect } of answers) {
    const entry = { key, effect, owner: ports.owner, at, probe: true, tries: 0 };
    const outcome = await performEffect({ ports, entry });
    if (outcome.type !== "done") ports.log.warn("an answer was not given", { key, why: outcome.text });
  }
}

import type { Meter } from "./create-meter.ts";
import type { Tokens } from "./gateway.ts";
import { guessTokens, noTokens } from "./guess-tokens.ts";

/** What is known of a request when it is over. */
export interface Evidence {
  /** Of its prompt, without images. */
  promptBytes: number;
  /** Its answer, if one began. */
  meter?: Meter;
  /** The most that it can have come to; absent where the provider is believed in any case, as there is no budget. */
  most?: { input: number; output: number };
}

export interface Verdict {
  tokens: Tokens;
  /**
   * `told`: by the provider's count. `doubt`: that was too small. `unknown`: none came, so it may have cost all that was
   * set aside. `nothing`: it was turned down before it began.
   */
  by: "told" | "doubt" | "unknown" | "nothing";
}

// No text has so many bytes to a token; most has a half or a quarter of it.
const promptBytesPerToken = 16;
const answerBytesPerToken = 8;

/** What a request has come to: by the provider's count where it came, and is not too small for what passed through. */
export function decideBill({ promptBytes, meter, most }: Evidence): Verdict {
  const told = meter?.told() ?? {};
  const written = meter?.written() ?? 0;
  if (!meter?.counted()) {
    const refused = meter?.fault() && written === 0 && told.input === undefined;
    if (refused) return { tokens: noTokens, by: "nothing" };
    const output = Math.max(told.output ?? 0, guessTokens(written));
    const tokens = { ...noTokens, ...told, input: told.input ?? guessTokens(promptBytes), output };
    return { tokens, by: "unknown" };
  }
  const tokens = { ...noTokens, ...told };
  const small = {
    input: tokens.input < promptBytes / promptBytesPerToken,
    output: tokens.output < written / answerBytesPerToken,
  };
  if (!most || (!small.input && !small.output)) return { tokens, by: "told" };
  // Writing to a cache is the dearest that can happen to a prompt.
  const prompt = small.input ? { input: most.input, cached: 0, cacheWrite: most.input } : {};
  // What was written has at most as many tokens as bytes.
  const output = small.output ? Math.min(most.output, written) : tokens.output;
  return { tokens: { ...tokens, ...prompt, output }, by: "doubt" };
}

/** What an answer that is still under way has come to, its prompt only where that was counted. */
export function tokensSoFar(meter: Meter): Tokens {
  const told = meter.told();
  return { ...noTokens, ...told, output: Math.max(told.output ?? 0, guessTokens(meter.written())) };
}

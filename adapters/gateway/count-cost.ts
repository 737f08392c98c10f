import type { Price, Spent, Tokens } from "./gateway.ts";

export const noTokens: Tokens = { input: 0, output: 0, cached: 0, cacheWrite: 0, thinking: 0 };

/** What tokens cost in USD; nothing for a model without a price. */
export function costOf(tokens: Tokens, price: Price | undefined): number {
  if (!price) return 0;
  const plain = Math.max(0, tokens.input - tokens.cached - tokens.cacheWrite);
  const millionths =
    plain * price.input +
    tokens.cached * (price.cached_input ?? price.input) +
    tokens.cacheWrite * (price.cache_write ?? price.input) +
    tokens.output * price.output;
  return millionths / 1e6;
}

export function addTokens(sum: Spent, tokens: Tokens, usd: number): Spent {
  return {
    requests: sum.requests + 1,
    input: sum.input + tokens.input,
    output: sum.output + tokens.output,
    cached: sum.cached + tokens.cached,
    cacheWrite: sum.cacheWrite + tokens.cacheWrite,
    thinking: sum.thinking + tokens.thinking,
    usd: sum.usd + usd,
  };
}

/** Tokens of a text, roughly: four characters each. */
export function guessTokens(characters: number): number {
  return Math.ceil(characters / 4);
}

import type { Action } from "./actions.ts";
import type { Complexity } from "./complexity.ts";
import { type Price, priceOf, type Rates } from "./models.ts";

export interface Tokens {
  /** Input that came from no cache. */
  input: number;
  output: number;
  /** Input read from the provider's cache. */
  cached?: number;
  cacheWrite?: number;
  /** Counted as output. Leave it out where the provider's output holds it already. */
  thinking?: number;
  /** Tokens of the longest single prompt: it decides whether the price for long prompts holds. */
  longestPrompt?: number;
}

/**
 * What so many tokens cost in US dollars; undefined when nobody knows the model's price.
 * Exact for one request. For a sum of requests say `longestPrompt`, else it is an upper bound.
 */
export function estimateCost(
  { model }: { model: string },
  tokens: Tokens,
  own: Readonly<Record<string, Price>> = {},
): number | undefined {
  const price = priceOf(model, own);
  if (!price) return undefined;
  const { input, output, cached = 0, cacheWrite = 0, thinking = 0 } = tokens;
  const rates = ratesFor(price, tokens.longestPrompt ?? input + cached + cacheWrite);
  const micro =
    input * rates.input +
    (output + thinking) * rates.output +
    cached * rates.cached +
    cacheWrite * (rates.cache_write ?? rates.input);
  return micro / 1_000_000;
}

function ratesFor(price: Price, prompt: number): Rates {
  return price.long && prompt > price.long.over ? price.long : price;
}

/** A run of standard complexity reads a repository and writes a few files. Rough, and only to compare with a budget. */
const standardRun: Required<Omit<Tokens, "thinking">> = {
  input: 40_000,
  output: 15_000,
  cached: 600_000,
  cacheWrite: 60_000,
  longestPrompt: 80_000,
};

const byComplexity: Record<Complexity, number> = { low: 0.4, standard: 1, high: 2 };

/** What reads more than it writes, or needs less of either. */
const byAction: Partial<Record<Action, number>> = {
  review: 0.5,
  verify: 0.7,
  split: 0.6,
  lint: 0.4,
  approve: 0.1,
  archive: 0.1,
  status: 0.1,
};

/** How many tokens such a run is likely to take. */
export function expectedTokens(action: Action, complexity: Complexity): Tokens {
  const factor = byComplexity[complexity] * (byAction[action] ?? 1);
  const scaled = Object.entries(standardRun).map(([name, count]) => [name, Math.round(count * factor)]);
  return Object.fromEntries(scaled) as unknown as Tokens;
}

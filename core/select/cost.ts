import type { Price, Rates } from "../model/engines.ts";
import type { Action } from "./actions.ts";
import type { Complexity } from "./complexity.ts";
import { priceOf } from "./models.ts";

/** Tokens of one request or of several, counted as the gateway does. */
export interface Tokens {
  /** The whole prompt, with what came from a cache or went into it. */
  input: number;
  /** Everything that was written, thinking included. */
  output: number;
  /** The part of `input` that was read from a cache. */
  cached?: number;
  /** The part of `input` that was written to a cache. */
  cacheWrite?: number;
  /** The longest single prompt of several: it decides whether the price for long prompts holds. */
  longestPrompt?: number;
}

/** What tokens cost in US dollars. Exact for one request; a sum without `longestPrompt` gives an upper bound. */
export function costOf(tokens: Tokens, price: Price): number {
  const { input, output, cached = 0, cacheWrite = 0, longestPrompt = input } = tokens;
  const rates = ratesFor(price, longestPrompt);
  const plain = Math.max(0, input - cached - cacheWrite);
  const millionths =
    plain * rates.input +
    cached * (rates.cached ?? rates.input) +
    cacheWrite * (rates.cache_write ?? rates.input) +
    output * rates.output;
  return millionths / 1_000_000;
}

function ratesFor(price: Price, prompt: number): Rates {
  return price.long && prompt > price.long.over ? price.long : price;
}

/** What so many tokens cost with what was selected; undefined when nobody knows the model's price. */
export function estimateCost(
  { model }: { model: string },
  tokens: Tokens,
  own: Readonly<Record<string, Price>> = {},
): number | undefined {
  const price = priceOf(model, own);
  return price && costOf(tokens, price);
}

/** A run of standard complexity reads a repository and writes a few files. Rough, and only to compare with a budget. */
const standardRun: Required<Tokens> = {
  input: 700_000,
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

/** Minutes that an agent takes for a run of standard complexity; as rough as the tokens. */
const standardMinutes = 8;

/** How many minutes such a run is likely to take. */
export function expectedMinutes(action: Action, complexity: Complexity): number {
  return standardMinutes * byComplexity[complexity] * (byAction[action] ?? 1);
}

/** How many tokens such a run is likely to take. */
export function expectedTokens(action: Action, complexity: Complexity): Tokens {
  const factor = byComplexity[complexity] * (byAction[action] ?? 1);
  const scaled = Object.entries(standardRun).map(([name, count]) => [name, Math.round(count * factor)]);
  return Object.fromEntries(scaled) as unknown as Tokens;
}

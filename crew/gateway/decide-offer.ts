import type { Price } from "../../core/model/engines.ts";

/** What is set aside for a request, and the most that its answer may have for it. */
export interface Offer {
  usd: number;
  /** In tokens; absent where tokens cost nothing and the request sets none. */
  limit?: number;
}

/** A request as its price sees it. */
export interface Order {
  price: Price;
  /** The most tokens that its prompt can have. */
  input: number;
  /** The limit that it asks for, if any. */
  asked?: number;
}

/** For a request that sets no limit. CLIs that set one ask for 32,000 to 128,000 and use a tenth of it. */
const usual = 32_000;
/** Less than this is no answer: it would be cut off, paid for, and asked again. */
const useful = 1_024;
/** With this much nobody waits for more. */
const comfortable = 8_000;
/** One request takes at most this part of what is left beyond the usual: its siblings want to work too. */
const share = 4;

/**
 * What a request takes of the money that is left: its prompt, and as much of an answer as it asks for and the money pays.
 * Nothing when that is too little to be of use, or when waiting may bring more.
 */
export function decideOffer(
  { price, input, asked }: Order,
  leftUsd: number,
  mayWait: boolean,
): Offer | undefined {
  const rates = dearest(price, input);
  const promptUsd = (input * rates.input) / 1e6;
  if (rates.output === 0) return promptUsd <= leftUsd ? { usd: promptUsd, limit: asked } : undefined;
  const affordable = Math.floor(((leftUsd - promptUsd) * 1e6) / rates.output);
  const wanted = Math.min(asked ?? usual, Math.max(usual, Math.floor(affordable / share)));
  const limit = Math.min(wanted, affordable);
  if (limit < Math.min(wanted, mayWait ? comfortable : useful)) return undefined;
  return { usd: promptUsd + (limit * rates.output) / 1e6, limit };
}

/** What tokens of a request can cost at most: nobody knows yet what is cached, or whether the prompt counts as long. */
function dearest(price: Price, input: number): { input: number; output: number } {
  const all = price.long && input > price.long.over ? [price, price.long] : [price];
  return {
    input: Math.max(...all.flatMap((rates) => [rates.input, rates.cached ?? 0, rates.cache_write ?? 0])),
    output: Math.max(...all.map((rates) => rates.output)),
  };
}

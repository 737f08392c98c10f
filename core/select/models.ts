import type { EngineName, Price, Rates, Tier } from "../model/engines.ts";

/** Models that an engine uses unless it is told otherwise. A script is no model, and costs nothing here. */
export const defaultModels: Readonly<Record<EngineName, Readonly<Record<Tier, string>>>> = {
  "claude-code": {
    high_reasoning: "claude-opus-5-5",
    balanced: "claude-sonnet-5-5",
    fast: "claude-haiku-5-5",
  },
  opencode: { high_reasoning: "gpt-6.1-sol", balanced: "gpt-6.1-terra", fast: "gpt-6-luna" },
  codex: { high_reasoning: "gpt-6.1-sol", balanced: "gpt-6.1-terra", fast: "gpt-6-luna" },
  gemini: {
    high_reasoning: "gemini-3.1-pro-preview",
    balanced: "gemini-3.8-flash",
    fast: "gemini-3.5-flash-lite",
  },
  script: { high_reasoning: "script", balanced: "script", fast: "script" },
};

/** When the prices below were compared with the providers' pages. */
export const pricesOf = "2026-11-16";

const usd = (input: number, output: number, cached: number, cache_write?: number): Rates =>
  cache_write === undefined ? { input, output, cached } : { input, output, cached, cache_write };

/** Prices are data: they change, and `models` in `.github/gsd.yml` corrects them without a release. */
export const prices: Readonly<Record<string, Price>> = {
  "claude-fable-5-1": usd(10, 50, 0.25, 12.5),
  "claude-opus-5-5": usd(4, 20, 0.2, 5),
  "claude-opus-5": usd(5, 25, 0.5, 6.25),
  "claude-opus-4-8": usd(5, 25, 0.5, 6.25),
  "claude-sonnet-5-5": usd(2, 10, 0.2, 2.5),
  "claude-sonnet-5": usd(2, 10, 0.2, 2.5),
  "claude-sonnet-4-6": usd(3, 15, 0.3, 3.75),
  "claude-haiku-5-5": {
    ...usd(0.1, 0.5, 0.01, 0.125),
    long: { over: 100_000, ...usd(0.5, 2.5, 0.05, 0.625) },
  },
  "claude-haiku-4-5": usd(1, 5, 0.1, 1.25),
  "gpt-6-astra": { ...usd(10, 50, 1, 12.5), long: { over: 272_000, ...usd(20, 75, 2, 25) } },
  "gpt-6.1-sol": { ...usd(2, 10, 0.1, 2.5), long: { over: 272_000, ...usd(4, 15, 0.2, 5) } },
  "gpt-6.1-terra": { ...usd(1, 5, 0.05, 1.25), long: { over: 272_000, ...usd(2, 7.5, 0.1, 2.5) } },
  "gpt-6-luna": { ...usd(0.1, 0.5, 0.01, 0.125), long: { over: 272_000, ...usd(0.2, 0.75, 0.02, 0.25) } },
  "gpt-5.5": usd(5, 30, 0.5),
  "gemini-3.1-pro-preview": { ...usd(2, 12, 0.2), long: { over: 200_000, ...usd(4, 18, 0.4) } },
  // Google doubles this one on 2027-01-01.
  "gemini-3.8-flash": usd(0.75, 3.75, 0.075),
  "gemini-3.5-flash-lite": usd(0.3, 2.5, 0.03),
  "gemini-2.5-pro": { ...usd(1.25, 10, 0.125), long: { over: 200_000, ...usd(2.5, 15, 0.25) } },
  script: usd(0, 0, 0),
};

/** The price of a model by its name, with or without its provider (`openai/…`) and date (`…-20261007`). */
export function priceOf(model: string, own: Readonly<Record<string, Price>> = {}): Price | undefined {
  const bare = model.slice(model.lastIndexOf("/") + 1);
  const undated = bare.replace(/[-@](?:\d{8}|\d{4}-\d{2}-\d{2})$/, "");
  for (const name of [model, bare, undated]) {
    if (Object.hasOwn(own, name)) return own[name];
    if (Object.hasOwn(prices, name)) return prices[name];
  }
  return undefined;
}

import type { Tokens } from "./gateway.ts";

/** For what nobody has counted, and nobody bills. */
export const noTokens: Tokens = { input: 0, output: 0, cached: 0, cacheWrite: 0, thinking: 0 };

/** Tokens of a text, roughly: four bytes each. */
export function guessTokens(bytes: number): number {
  return Math.ceil(bytes / 4);
}

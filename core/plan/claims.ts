import { parseHint, patternsMeet } from "./overlap.ts";
import { createPathIndex } from "./path-index.ts";

/** The files that tasks have for themselves. */
export interface Claims {
  add(hints: readonly string[]): void;
  /** Whether one of these paths, folders and globs could name a file that is claimed. */
  meet(hints: readonly string[]): boolean;
}

/** Nothing is claimed at first. What is compared was allowed by `checkBacklog`, which bounds the work. */
export function createClaims(): Claims {
  const index = createPathIndex<string[]>();
  const patternsOf = (hints: readonly string[]) => hints.flatMap((hint) => parseHint(hint).patterns);
  return {
    add(hints) {
      for (const pattern of patternsOf(hints)) index.add(pattern, pattern);
    },
    meet(hints) {
      const effort = { steps: 0 };
      for (const pattern of patternsOf(hints))
        for (const other of index.near(pattern)) if (patternsMeet(pattern, other, effort)) return true;
      return false;
    },
  };
}

/** Seeded chance: the same seed gives the same choices, so that a failure can be looked at again. */
export interface Chance {
  /** A whole number from 0 up to, not including, `below`. */
  number(below: number): number;
  pick<T>(values: readonly T[]): T;
  /** True once in so many times. */
  oneIn(times: number): boolean;
}

/** Mulberry32: small, fast, and random enough for tests. */
export function createChance(seed: number): Chance {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const number = (below: number) => Math.floor(next() * below);
  return {
    number,
    pick: (values) => values[number(values.length)]!,
    oneIn: (times) => number(times) === 0,
  };
}

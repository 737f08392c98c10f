/** Fills in defaults and says whether a value fits, but not why it does not. */
export type QuickCheck = (value: unknown) => boolean;

/** Quick checks that the build has compiled, by the name of their schema; from source there are none. */
export const precompiled: Readonly<Record<string, QuickCheck>> = {};

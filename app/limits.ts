/** GitHub's limits as this App was told of them, by whom they hold for. */
export interface Limits {
  /** Until when nothing is to be asked, in milliseconds since 1970; undefined where nothing is known. */
  until(who: string): Promise<number | undefined>;
  /** One was told to wait. */
  note(who: string, until: number): Promise<void>;
}

/** For one process: nobody else has to know. */
export function createLimits(now: () => number = Date.now): Limits {
  const known = new Map<string, number>();
  return {
    async until(who) {
      const until = known.get(who);
      if (until !== undefined && until <= now()) known.delete(who);
      return known.get(who);
    },
    async note(who, until) {
      known.set(who, Math.max(until, known.get(who) ?? 0));
    },
  };
}

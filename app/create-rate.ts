/** How often something may be done for each of many. */
export interface Rate {
  /** Counts one more, unless there were too many. */
  take(who: string): boolean;
}

export interface RateLimits {
  most: number;
  perMs: number;
  /** Of how many it keeps count; whoever came first is forgotten first. */
  remembered: number;
}

/** In windows that begin with the first one of each. */
export function createRate({ most, perMs, remembered }: RateLimits, now: () => Date): Rate {
  const windows = new Map<string, { since: number; count: number }>();
  return {
    take(who) {
      const at = now().getTime();
      const known = windows.get(who);
      const window = known && at - known.since < perMs ? known : { since: at, count: 0 };
      if (window !== known) {
        windows.delete(who);
        windows.set(who, window);
      }
      const [oldest] = windows.keys();
      if (windows.size > remembered && oldest !== undefined) windows.delete(oldest);
      window.count += 1;
      return window.count <= most;
    },
  };
}

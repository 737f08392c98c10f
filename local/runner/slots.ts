/** At most so many jobs at once, first come first served across all runs. */
export interface Slots {
  /** Resolves to a function that gives the slot back, or undefined when the wait was given up. */
  acquire(giveUp: AbortSignal): Promise<(() => void) | undefined>;
}

export function createSlots(count: number): Slots {
  let free = count;
  const waiting: (() => void)[] = [];

  const release = () => {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
  };
  const once = () => {
    let held = true;
    return () => {
      if (held) release();
      held = false;
    };
  };

  return {
    acquire(giveUp) {
      if (giveUp.aborted) return Promise.resolve(undefined);
      if (free > 0) {
        free -= 1;
        return Promise.resolve(once());
      }
      return new Promise((resolve) => {
        const start = () => {
          giveUp.removeEventListener("abort", leave);
          resolve(once());
        };
        const leave = () => {
          waiting.splice(waiting.indexOf(start), 1);
          resolve(undefined);
        };
        waiting.push(start);
        giveUp.addEventListener("abort", leave, { once: true });
      });
    },
  };
}

/** Measures how long at least one of several things was under way: what runs side by side counts once. */
export interface Stopwatch {
  start(): void;
  stop(): void;
  ms(): number;
}

export function createStopwatch(now: () => number = () => performance.now()): Stopwatch {
  let running = 0;
  let since = 0;
  let total = 0;
  return {
    start() {
      if (running === 0) since = now();
      running += 1;
    },
    stop() {
      running -= 1;
      if (running === 0) total += now() - since;
    },
    ms: () => total + (running > 0 ? now() - since : 0),
  };
}

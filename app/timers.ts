/** The clock, and what is done again and again by it. */
export interface Timers {
  now(): Date;
  /** Calls `work` again and again; returns how to end that. */
  every(milliseconds: number, work: () => void): () => void;
}

/** This machine's clock. Its timers keep no process alive. */
export function createTimers(clockOffsetMs: number): Timers {
  return {
    now: () => new Date(Date.now() + clockOffsetMs),
    every(milliseconds, work) {
      const timer = setInterval(work, milliseconds);
      timer.unref();
      return () => clearInterval(timer);
    },
  };
}

/** What loops leave for later, so that the events behind them need not wait; the tick does what a killed App leaves undone. */
export interface Afterwork {
  add(work: Promise<void>): void;
  /** Ends when nothing is left. */
  settled(): Promise<void>;
}

export function createAfterwork(onError: (error: unknown) => void): Afterwork {
  const open = new Set<Promise<void>>();
  return {
    add(work) {
      const done = work.catch(onError).finally(() => open.delete(done));
      open.add(done);
    },
    async settled() {
      while (open.size > 0) await Promise.all(open);
    },
  };
}

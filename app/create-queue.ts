export interface QueueLimits {
  /** Works at once, over all lanes. */
  parallel: number;
  /** Works that may wait; more than this and we are overloaded. */
  waiting: number;
}

/** Work in the background: one after the other within a lane, several lanes side by side. */
export interface Queue {
  push(lane: string, work: () => Promise<void>): void;
  load(): { running: number; waiting: number; overloaded: boolean };
  /** Waits until all is done, at most so long; returns how many works are left. */
  drain(milliseconds: number): Promise<number>;
}

interface Entry {
  lane: string;
  work: () => Promise<void>;
}

/** `work` handles its own failures; one that does not goes to `onError`, and the lane goes on. */
export function createQueue(limits: QueueLimits, onError: (error: unknown) => void): Queue {
  const waiting: Entry[] = [];
  const lanes = new Set<string>();
  const idlers = new Set<() => void>();

  const run = async ({ lane, work }: Entry) => {
    try {
      await work();
    } catch (error) {
      onError(error);
    }
    lanes.delete(lane);
    startNext();
    if (lanes.size === 0) for (const wake of idlers) wake();
  };
  const startNext = () => {
    while (lanes.size < limits.parallel) {
      const at = waiting.findIndex((entry) => !lanes.has(entry.lane));
      const [entry] = at < 0 ? [] : waiting.splice(at, 1);
      if (!entry) return;
      lanes.add(entry.lane);
      void run(entry);
    }
  };

  return {
    push(lane, work) {
      waiting.push({ lane, work });
      startNext();
    },
    load: () => ({
      running: lanes.size,
      waiting: waiting.length,
      overloaded: waiting.length >= limits.waiting,
    }),
    async drain(milliseconds) {
      if (lanes.size > 0) {
        const idle = Promise.withResolvers<void>();
        const timer = setTimeout(idle.resolve, milliseconds);
        idlers.add(idle.resolve);
        await idle.promise;
        idlers.delete(idle.resolve);
        clearTimeout(timer);
      }
      return lanes.size + waiting.length;
    },
  };
}

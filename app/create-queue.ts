export interface QueueLimits {
  /** Works at once, over all installations. */
  parallel: number;
  /** Works at once of one installation, so that a busy one leaves room for the others. */
  parallelEach: number;
  /** Works of one installation that may wait; more than this and it has to deliver later. */
  waitingEach: number;
}

/** Where a work belongs: the installation whose limits it counts for, and what it must not overtake. */
export interface Spot {
  installation: number;
  lane: string;
}

/** Work in the background: one after the other within a lane, several lanes side by side. */
export interface Queue {
  push(spot: Spot, work: () => Promise<void>): void;
  /** Whether too much of an installation is waiting. */
  isFull(installation: number): boolean;
  /** `full`: how many installations have too much waiting. */
  load(): { running: number; waiting: number; full: number };
  /** Waits until all is done, at most so long; returns how many works are left. */
  drain(milliseconds: number): Promise<number>;
}

interface Entry extends Spot {
  work: () => Promise<void>;
}

/** `work` handles its own failures; one that does not goes to `onError`, and the lane goes on. */
export function createQueue(limits: QueueLimits, onError: (error: unknown) => void): Queue {
  const waiting: Entry[] = [];
  const running = new Set<Entry>();
  const idlers = new Set<() => void>();

  const run = async (entry: Entry) => {
    try {
      await entry.work();
    } catch (error) {
      onError(error);
    }
    running.delete(entry);
    startNext();
    if (running.size === 0) for (const wake of idlers) wake();
  };
  const startNext = () => {
    while (running.size < limits.parallel) {
      const at = waiting.findIndex((entry) => mayStart(entry, running, limits));
      const [entry] = at < 0 ? [] : waiting.splice(at, 1);
      if (!entry) return;
      running.add(entry);
      void run(entry);
    }
  };
  const counts = () => countBy(waiting);
  const tooMany = (count: number | undefined) => (count ?? 0) >= limits.waitingEach;

  return {
    push({ installation, lane }, work) {
      waiting.push({ installation, lane, work });
      startNext();
    },
    isFull: (installation) => tooMany(counts().get(installation)),
    load: () => ({
      running: running.size,
      waiting: waiting.length,
      full: [...counts().values()].filter(tooMany).length,
    }),
    async drain(milliseconds) {
      if (running.size > 0) {
        await new Promise<void>((resolve) => {
          const end = () => {
            idlers.delete(end);
            clearTimeout(timer);
            resolve();
          };
          const timer = setTimeout(end, milliseconds);
          idlers.add(end);
        });
      }
      return running.size + waiting.length;
    },
  };
}

function mayStart(
  { installation, lane }: Entry,
  running: Set<Entry>,
  { parallelEach }: QueueLimits,
): boolean {
  const own = [...running].filter((entry) => entry.installation === installation);
  return own.length < parallelEach && own.every((entry) => entry.lane !== lane);
}

function countBy(entries: Entry[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const { installation } of entries) counts.set(installation, (counts.get(installation) ?? 0) + 1);
  return counts;
}

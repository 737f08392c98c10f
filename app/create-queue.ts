import { createLanes } from "./create-lanes.ts";
import type { AppLog } from "./create-log.ts";
import { createMemory } from "./create-memory.ts";
import type { Queue } from "./queue.ts";
import { type Handle, isOfEvents, spotOf, type Work } from "./work.ts";

export interface QueueLimits {
  /** Works at once in this process. */
  parallel: number;
  /** Works of one group that may wait; more than this and it has to deliver later. */
  waitingEach: number;
}

/** Ids of works that were done. */
const remembered = 10_000;

/** The queue of an App that is one process: nothing of it outlives that, and the tick finds what was lost. A work that fails is not tried again. */
export function createQueue(limits: QueueLimits, log: Pick<AppLog, "info" | "error">): Queue {
  const lanes = createLanes();
  const done = createMemory(remembered);
  const running = new Set<Work>();
  const idlers = new Set<() => void>();
  let handle: Handle | undefined;

  const workOn = async (work: Work, does: Handle) => {
    const { type, id } = work;
    try {
      // Asked here, not before: its twin may have been in the lane ahead of it.
      if (done.has(id)) log.info("a doubled delivery", { type, id });
      else if (await does(work)) done.add(id);
    } catch (error) {
      log.error("work failed", { type, id, why: String(error) });
    }
    running.delete(work);
    lanes.leave(spotOf(work));
    startNext();
    if (running.size === 0) for (const wake of idlers) wake();
  };
  const startNext = () => {
    while (handle && running.size < limits.parallel) {
      const work = lanes.next();
      if (!work) return;
      running.add(work);
      void workOn(work, handle);
    }
  };
  const isFull = (group: string) => lanes.waitingIn(group) >= limits.waitingEach;
  return {
    async push(work) {
      const spot = spotOf(work);
      if (spot.once ? lanes.isTaken(spot) : isFull(spot.group)) return spot.once ? "known" : "full";
      lanes.add(work);
      startNext();
      return "taken";
    },
    start(does) {
      handle = does;
      startNext();
    },
    load: async () => ({
      running: running.size,
      waiting: lanes.size(),
      full: lanes.groups().filter((group) => isOfEvents(group) && isFull(group)).length,
    }),
    groups: async () => new Map(lanes.groups().map((group) => [group, lanes.waitingIn(group)])),
    problem: async () => undefined,
    async drain(milliseconds) {
      if (running.size > 0) await idleOr(idlers, milliseconds);
      return running.size + lanes.size();
    },
  };
}

async function idleOr(idlers: Set<() => void>, milliseconds: number): Promise<void> {
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

import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { createQueue, type QueueLimits } from "../../app/create-queue.ts";

function aQueue(limits: Partial<QueueLimits> = {}) {
  const failures: unknown[] = [];
  const queue = createQueue({ parallel: 4, parallelEach: 4, waitingEach: 100, ...limits }, (error) =>
    failures.push(error),
  );
  const seen: string[] = [];
  const work = (name: string) => async () => {
    seen.push(`+${name}`);
    await sleep(5);
    seen.push(`-${name}`);
  };
  return { queue, seen, failures, work };
}

const spot = (lane: string, installation = 1) => ({ installation, lane });

describe("the App's queue", () => {
  it("works within a lane one after the other, in order", async () => {
    const { queue, seen, work } = aQueue();
    for (const name of ["a", "b", "c"]) queue.push(spot("1#1"), work(name));
    expect(await queue.drain(1_000)).toBe(0);
    expect(seen).toEqual(["+a", "-a", "+b", "-b", "+c", "-c"]);
  });

  it("works on several lanes side by side, but not on more than it may", async () => {
    const { queue, seen, work } = aQueue({ parallel: 2 });
    for (const name of ["a", "b", "c"]) queue.push(spot(name), work(name));
    expect(queue.load()).toEqual({ running: 2, waiting: 1, full: 0 });
    expect(seen).toEqual(["+a", "+b"]);
    await queue.drain(1_000);
    expect(seen).toHaveLength(6);
  });

  it("goes on after a work that failed", async () => {
    const { queue, seen, failures, work } = aQueue();
    queue.push(spot("1#1"), () => Promise.reject(new Error("no")));
    queue.push(spot("1#1"), () => {
      throw new Error("at once");
    });
    queue.push(spot("1#1"), work("a"));
    await queue.drain(1_000);
    expect(failures).toHaveLength(2);
    expect(seen).toEqual(["+a", "-a"]);
  });

  it("says when too much is waiting, and what is left when time is up", async () => {
    const { queue } = aQueue({ parallel: 1, waitingEach: 2 });
    for (let at = 0; at < 3; at += 1) queue.push(spot("1#1"), () => sleep(200));
    expect(queue.load()).toEqual({ running: 1, waiting: 2, full: 1 });
    expect(await queue.drain(20)).toBe(3);
    expect(await aQueue().queue.drain(1_000)).toBe(0);
  });

  it("counts what waits for each installation alone", async () => {
    const { queue, seen, work } = aQueue({ parallel: 3, parallelEach: 2, waitingEach: 2 });
    for (const name of ["a", "b", "c", "d"]) queue.push(spot(name, 1), work(name));
    expect([queue.isFull(1), queue.isFull(2)]).toEqual([true, false]);
    queue.push(spot("z", 2), work("z"));
    expect(seen).toEqual(["+a", "+b", "+z"]);
    expect(queue.load()).toEqual({ running: 3, waiting: 2, full: 1 });
    await queue.drain(1_000);
    expect(queue.load()).toEqual({ running: 0, waiting: 0, full: 0 });
  });
});

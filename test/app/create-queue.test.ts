import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { createQueue } from "../../app/create-queue.ts";

function aQueue(limits: { parallel?: number; waiting?: number } = {}) {
  const failures: unknown[] = [];
  const queue = createQueue({ parallel: 4, waiting: 100, ...limits }, (error) => failures.push(error));
  const seen: string[] = [];
  const work = (name: string) => async () => {
    seen.push(`+${name}`);
    await sleep(5);
    seen.push(`-${name}`);
  };
  return { queue, seen, failures, work };
}

describe("the App's queue", () => {
  it("works within a lane one after the other, in order", async () => {
    const { queue, seen, work } = aQueue();
    for (const name of ["a", "b", "c"]) queue.push("1#1", work(name));
    expect(await queue.drain(1_000)).toBe(0);
    expect(seen).toEqual(["+a", "-a", "+b", "-b", "+c", "-c"]);
  });

  it("works on several lanes side by side, but not on more than it may", async () => {
    const { queue, seen, work } = aQueue({ parallel: 2 });
    for (const name of ["a", "b", "c"]) queue.push(name, work(name));
    expect(queue.load()).toEqual({ running: 2, waiting: 1, overloaded: false });
    expect(seen).toEqual(["+a", "+b"]);
    await queue.drain(1_000);
    expect(seen).toHaveLength(6);
  });

  it("goes on after a work that failed", async () => {
    const { queue, seen, failures, work } = aQueue();
    queue.push("1#1", () => Promise.reject(new Error("no")));
    queue.push("1#1", () => {
      throw new Error("at once");
    });
    queue.push("1#1", work("a"));
    await queue.drain(1_000);
    expect(failures).toHaveLength(2);
    expect(seen).toEqual(["+a", "-a"]);
  });

  it("says when too much is waiting, and what is left when time is up", async () => {
    const { queue } = aQueue({ parallel: 1, waiting: 2 });
    for (let at = 0; at < 3; at += 1) queue.push("1#1", () => sleep(200));
    expect(queue.load()).toEqual({ running: 1, waiting: 2, overloaded: true });
    expect(await queue.drain(20)).toBe(3);
    expect(await aQueue().queue.drain(1_000)).toBe(0);
  });
});

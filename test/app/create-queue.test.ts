import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { createQueue, type QueueLimits } from "../../app/create-queue.ts";
import { anEvent, aTick } from "./a-work.ts";

/** A queue whose works take five milliseconds, but for those that fail. */
function aQueue(limits: Partial<QueueLimits> = {}) {
  const said: unknown[] = [];
  const log = {
    info: (words: string) => void said.push(words),
    error: (words: string) => void said.push(words),
  };
  const queue = createQueue({ parallel: 4, waitingEach: 100, ...limits }, log);
  const seen: string[] = [];
  queue.start(async ({ id }) => {
    if (id === "failing") throw new Error("no");
    seen.push(`+${id}`);
    await sleep(5);
    seen.push(`-${id}`);
    return id !== "undone";
  });
  return { queue, seen, said };
}

describe("the App's queue", () => {
  it("works within a lane one after the other, in order", async () => {
    const { queue, seen } = aQueue();
    for (const id of ["a", "b", "c"]) await queue.push(anEvent({ id }));
    expect(await queue.drain(1_000)).toBe(0);
    expect(seen).toEqual(["+a", "-a", "+b", "-b", "+c", "-c"]);
  });

  it("works on several lanes side by side, but not on more than it may", async () => {
    const { queue, seen } = aQueue({ parallel: 2 });
    for (const issue of [1, 2, 3]) void queue.push(anEvent({ id: `${issue}`, issue }));
    expect(await queue.load()).toEqual({ running: 2, waiting: 1, full: 0 });
    expect(seen).toEqual(["+1", "+2"]);
    await queue.drain(1_000);
    expect(seen).toHaveLength(6);
  });

  it("goes on after a work that failed, and takes that again", async () => {
    const { queue, seen, said } = aQueue();
    for (const id of ["failing", "undone", "a", "undone"]) await queue.push(anEvent({ id }));
    await queue.drain(1_000);
    expect(said).toEqual(["work failed"]);
    expect(seen).toEqual(["+undone", "-undone", "+a", "-a", "+undone", "-undone"]);
  });

  it("does once what comes twice", async () => {
    const { queue, seen, said } = aQueue();
    for (const id of ["a", "a"]) await queue.push(anEvent({ id }));
    await queue.drain(1_000);
    await queue.push(anEvent({ id: "a" }));
    await queue.drain(1_000);
    expect(seen).toEqual(["+a", "-a"]);
    expect(said).toEqual(["a doubled delivery", "a doubled delivery"]);
  });

  it("says when too much is waiting, and what is left when time is up", async () => {
    const { queue } = aQueue({ parallel: 1, waitingEach: 2 });
    const answers = await Promise.all([1, 2, 3, 4].map((at) => queue.push(anEvent({ id: `${at}` }))));
    expect(answers).toEqual(["taken", "taken", "taken", "full"]);
    expect(await queue.push(anEvent({ id: "z", installation: 2 }))).toBe("taken");
    expect(await queue.load()).toEqual({ running: 1, waiting: 3, full: 1 });
    expect(await queue.drain(1)).toBe(4);
    expect(await aQueue().queue.drain(1_000)).toBe(0);
  });

  it("leaves room beside a busy installation", async () => {
    const { queue, seen } = aQueue({ parallel: 5 });
    for (let issue = 1; issue <= 6; issue += 1) void queue.push(anEvent({ id: `${issue}`, issue }));
    void queue.push(anEvent({ id: "z", installation: 2, repository: 2 }));
    expect(seen).toEqual(["+1", "+2", "+3", "+4", "+z"]);
    await queue.drain(1_000);
    expect(await queue.load()).toEqual({ running: 0, waiting: 0, full: 0 });
  });

  it("gives installations their turns, and in each its repositories", async () => {
    const { queue, seen } = aQueue({ parallel: 1 });
    const push = (id: string, installation: number, repository: number) =>
      void queue.push(anEvent({ id, installation, repository, issue: seen.length }));
    for (const id of ["a1", "a2", "a3"]) push(id, 1, 1);
    push("b1", 1, 2);
    for (const id of ["z1", "z2"]) push(id, 2, 3);
    await queue.drain(1_000);
    expect(seen.filter((one) => one.startsWith("+"))).toEqual(["+a1", "+a2", "+z1", "+b1", "+z2", "+a3"]);
  });

  it("ticks a repository once, however often it is asked, and no more than two at a time", async () => {
    const { queue, seen } = aQueue();
    const repositories = [1, 1, 2, 3];
    const answers = await Promise.all(
      repositories.map((repository, at) => queue.push(aTick({ id: `${at}`, repository }))),
    );
    expect(answers).toEqual(["taken", "known", "taken", "taken"]);
    expect(seen).toEqual(["+0", "+2"]);
    expect(await queue.drain(1_000)).toBe(0);
    expect(seen).toHaveLength(6);
  });
});

import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createRedisQueue } from "../../app/redis/create-redis-queue.ts";
import { openForRequests } from "../../app/redis/open-redis.ts";
import type { Work } from "../../app/work.ts";
import { aRedis, noRedis } from "./a-redis.ts";
import { anEvent, aTick } from "./a-work.ts";

type Redis = Awaited<ReturnType<typeof aRedis>>;

const silent = { debug() {}, info() {}, warn() {}, error() {} };

/** Two replicas on one Redis; each work takes a few milliseconds, and fails while its id is in `failing`. */
async function twoReplicas({ url }: Redis, limits = { parallel: 4, waitingEach: 100 }) {
  const seen: string[] = [];
  const failing = new Set<string>();
  const handle = async ({ id }: Work) => {
    seen.push(`+${id}`);
    await sleep(5);
    seen.push(`-${id}`);
    return !failing.has(id);
  };
  const replicas = [1, 2].map(() =>
    createRedisQueue({ url, redis: openForRequests(url, silent), limits, log: silent }),
  );
  const [one, two] = replicas;
  if (!one || !two) throw new Error("two were made");
  for (const replica of replicas) while (await replica.problem()) await sleep(5);
  return {
    one,
    two,
    seen,
    failing,
    start: () => replicas.forEach((replica) => void replica.start(handle)),
    async idle() {
      for (;;) {
        const { running, waiting } = await one.load();
        if (running + waiting === 0) return;
        await sleep(10);
      }
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(replicas.map((replica) => replica.drain(1_000)));
    },
  };
}

const begun = (seen: string[]) => seen.filter((one) => one.startsWith("+")).map((one) => one.slice(1));

describe.skipIf(noRedis)("the queue of several replicas", () => {
  let redis: Redis;
  beforeAll(async () => {
    redis = await aRedis();
  });
  afterAll(() => redis[Symbol.asyncDispose]());

  it("works within a lane one after the other, whoever brought it and whoever works", async () => {
    await using both = await twoReplicas(redis);
    both.start();
    const ids = Array.from({ length: 20 }, (_, at) => `lane-${at}`);
    for (const [at, id] of ids.entries()) await (at % 2 ? both.one : both.two).push(anEvent({ id }));
    await both.idle();
    expect(both.seen).toEqual(ids.flatMap((id) => [`+${id}`, `-${id}`]));
  });

  it("does once what comes twice, to one or to both, also when it is done already", async () => {
    await using both = await twoReplicas(redis);
    const work = anEvent({ id: "twin" });
    expect(await Promise.all([both.one.push(work), both.two.push(work)])).toContain("known");
    both.start();
    await both.idle();
    expect(await both.two.push(work)).toBe("known");
    await both.idle();
    expect(begun(both.seen)).toEqual(["twin"]);
  });

  it("gives installations and their repositories their turns", async () => {
    await using both = await twoReplicas(redis, { parallel: 1, waitingEach: 100 });
    const push = (id: string, installation: number, repository: number, issue: number) =>
      both.one.push(anEvent({ id, installation, repository, issue }));
    for (let at = 0; at < 40; at += 1) await push(`busy-${at}`, 11, 1, at + 1);
    await push("quiet", 11, 2, 1);
    await push("other", 12, 3, 1);
    both.start();
    await both.idle();
    // Four of an installation are let in at once; what comes later waits for these at most, and for a turn.
    expect(begun(both.seen).indexOf("other")).toBeLessThan(8);
    expect(begun(both.seen).indexOf("quiet")).toBeLessThan(10);
    expect(begun(both.seen)).toHaveLength(42);
  });

  it("says when too much of an installation waits, and takes the others'", async () => {
    await using both = await twoReplicas(redis, { parallel: 4, waitingEach: 3 });
    const bring = (at: number) => both.one.push(anEvent({ id: `many-${at}`, installation: 21 }));
    const answers: string[] = [];
    for (let at = 0; at < 5; at += 1) answers.push(await bring(at));
    expect(answers).toEqual(["taken", "taken", "taken", "taken", "full"]);
    expect(await both.two.push(anEvent({ id: "room", installation: 22 }))).toBe("taken");
    expect(await both.two.load()).toEqual({ running: 2, waiting: 3, full: 1, dead: 0 });
    both.start();
    await both.idle();
  });

  it("ticks a repository once, whichever replica asks", async () => {
    await using both = await twoReplicas(redis);
    const answers = await Promise.all(
      [both.one, both.two, both.one].map((replica, at) => replica.push(aTick({ id: `tick-1-${at}` }))),
    );
    expect(answers.filter((answer) => answer === "taken")).toHaveLength(1);
    both.start();
    await both.idle();
    expect(begun(both.seen)).toHaveLength(1);
  });

  it("tries three times, keeps what still fails, lets its lane go on, and takes it again", async () => {
    await using both = await twoReplicas(redis);
    both.failing.add("bad");
    both.start();
    const bad = anEvent({ id: "bad", issue: 31 });
    await both.one.push(bad);
    await both.one.push(anEvent({ id: "good", issue: 31 }));
    await both.idle();
    expect(begun(both.seen)).toEqual(["bad", "bad", "bad", "good"]);
    while ((await both.one.load()).dead !== 1) await sleep(20);

    both.failing.clear();
    expect(await both.two.push(bad)).toBe("taken");
    await both.idle();
    expect(begun(both.seen).at(-1)).toBe("bad");
    while ((await both.one.load()).dead !== 0) await sleep(20);
  });

  it("fails at once while Redis is away or silent, says so, and goes on by itself when it is back", async () => {
    await using both = await twoReplicas(redis);
    both.start();
    for (const [away, back] of [
      [redis.kill, redis.restart],
      [redis.freeze, redis.thaw],
    ] as const) {
      await away();
      const started = performance.now();
      await expect(both.one.push(anEvent({ id: `away-${started}` }))).rejects.toThrow("look at QUEUE_URL");
      expect(performance.now() - started).toBeLessThan(4_000);
      expect(await both.one.problem()).toContain("look at QUEUE_URL");
      await back();
      while (await both.one.problem()) await sleep(20);
      await both.one.push(anEvent({ id: `back-${started}` }));
      while (!both.seen.includes(`-back-${started}`)) await sleep(20);
    }
  });
});

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createLimits, type Limits } from "../../app/limits.ts";
import { createRedisLimits } from "../../app/redis/create-redis-limits.ts";
import { openForRequests } from "../../app/redis/open-redis.ts";
import { respectLimits } from "../../app/respect-limits.ts";
import { aRedis, noRedis } from "./a-redis.ts";

const api = "https://api.github.com";

interface Answer {
  status?: number;
  headers?: Record<string, string>;
  message?: string;
}

/** Two replicas that share limits, and a GitHub that answers as the test says. */
function twoReplicas(one: Limits, other = one) {
  const asked: string[] = [];
  const github: { answer: Answer } = { answer: {} };
  const ask = (async (input: string) => {
    asked.push(input.slice(api.length));
    const { status = 200, headers = {}, message = "ok" } = github.answer;
    return new Response(JSON.stringify({ message }), { status, headers });
  }) as typeof fetch;
  const replica = (limits: Limits, installation = 1) =>
    respectLimits({ limits, installation, ask, unsaidMs: 60_000 });
  return { asked, github, one: replica(one), other: replica(other), foreign: replica(other, 2) };
}

const inMinutes = (minutes: number) => `${Math.ceil(Date.now() / 1_000) + minutes * 60}`;

function itKeepsLimits(limits: () => Limits, others: () => Limits) {
  it("keeps a secondary limit that another was told of, for all that the installation asks", async () => {
    const { asked, github, one, other, foreign } = twoReplicas(limits(), others());
    github.answer = { status: 403, headers: { "retry-after": "40" }, message: "secondary rate limit" };
    await one(`${api}/user`);
    github.answer = {};
    const answer = await other(`${api}/graphql`);
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(35);
    expect((await foreign(`${api}/graphql`)).status).toBe(200);
    expect(asked).toEqual(["/user", "/graphql"]);
  });
}

describe("GitHub's limits, in one process", () => {
  const shared = () => {
    const limits = createLimits();
    return [() => limits, () => limits] as const;
  };
  itKeepsLimits(...shared());

  it("asks nothing more of a resource whose last request this was, and of others it does", async () => {
    const { one, other, github, asked } = twoReplicas(createLimits());
    github.answer = { headers: { "x-ratelimit-remaining": "0", "x-ratelimit-reset": inMinutes(20) } };
    expect((await one(`${api}/user`)).status).toBe(200);
    github.answer = {};
    expect([await other(`${api}/user`), await other(`${api}/graphql`)].map(({ status }) => status)).toEqual([
      429, 200,
    ]);
    expect(asked).toEqual(["/user", "/graphql"]);
  });

  it("waits a minute where GitHub does not say how long, and an hour at most", async () => {
    const notes: number[] = [];
    const limits = {
      until: async () => undefined,
      note: async (_: string, at: number) => void notes.push(at),
    };
    const { one, github } = twoReplicas(limits);
    github.answer = { status: 403, message: "You have exceeded a secondary rate limit." };
    await one(`${api}/user`);
    github.answer = { status: 429, headers: { "retry-after": "999999" } };
    await one(`${api}/user`);
    github.answer = { status: 403, message: "Resource not accessible by integration" };
    await one(`${api}/user`);
    const minutes = notes.map((at) => Math.round((at - Date.now()) / 60_000));
    expect(minutes).toEqual([1, 60]);
  });

  it("forgets a limit that is over", async () => {
    const clock = { now: 1_000 };
    const limits = createLimits(() => clock.now);
    await limits.note("1/all", 2_000);
    await limits.note("1/all", 1_500);
    expect(await limits.until("1/all")).toBe(2_000);
    clock.now = 2_000;
    expect(await limits.until("1/all")).toBeUndefined();
  });
});

describe.skipIf(noRedis)("GitHub's limits, among replicas", () => {
  let redis: Awaited<ReturnType<typeof aRedis>>;
  const silent = { debug() {}, info() {}, warn() {}, error() {} };
  const clients: ReturnType<typeof openForRequests>[] = [];
  beforeAll(async () => {
    redis = await aRedis();
    for (let at = 0; at < 2; at += 1) clients.push(openForRequests(redis.url, silent));
    await Promise.all(clients.map((client) => new Promise((ready) => client.once("ready", ready))));
  });
  afterAll(async () => {
    for (const client of clients) client.disconnect();
    await redis[Symbol.asyncDispose]();
  });
  const limitsOf = (at: number) => () => {
    const client = clients[at];
    if (!client) throw new Error("two were opened");
    return createRedisLimits(client);
  };
  itKeepsLimits(limitsOf(0), limitsOf(1));

  it("keeps the later of two, forgets it when it is over, and knows nothing while Redis is away", async () => {
    const [one, other] = [limitsOf(0)(), limitsOf(1)()];
    const until = Date.now() + 300;
    await one.note("7/core", until);
    await other.note("7/core", until - 200);
    expect(await other.until("7/core")).toBe(until);
    while ((await other.until("7/core")) !== undefined) await new Promise((go) => setTimeout(go, 20));
    expect(Date.now()).toBeGreaterThanOrEqual(until - 5);
    await redis.kill();
    await one.note("7/core", Date.now() + 1_000);
    expect(await one.until("7/core")).toBeUndefined();
  });
});

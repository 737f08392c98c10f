import { once } from "node:events";
import type { Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { createIntake } from "../../app/create-intake.ts";
import { createQueue } from "../../app/create-queue.ts";
import { createReceiver, type Delivery } from "../../app/create-receiver.ts";
import { createWebServer } from "../../app/create-web-server.ts";
import { guardWebhooks, type WebhookOptions } from "../../app/guard-webhooks.ts";
import { GsdError } from "../../core/gsd-error.ts";
import { anEvent } from "./a-work.ts";

const headers = {
  "content-type": "application/json",
  "x-github-delivery": "d-1",
  "x-github-event": "issues",
  "x-hub-signature-256": `sha256=${"a".repeat(64)}`,
};

/** A server in front of webhooks, with limits that a test can reach. */
async function aDoor(options: Partial<WebhookOptions> & { requestMs?: number; connections?: number } = {}) {
  const { requestMs = 60_000, connections = 100 } = options;
  const intake = options.intake ?? createIntake({ each: 1_000, all: 3_000 });
  const taken: Delivery[] = [];
  const errors: unknown[] = [];
  const handle = guardWebhooks({
    verify: async () => true,
    receive: async (delivery) => (taken.push(delivery) > 0 ? "taken" : "nothing"),
    onError: (error) => errors.push(error),
    ...options,
    intake,
  });
  const server = createWebServer({ requestMs, connections }, handle, (error) => errors.push(error));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    port,
    intake,
    taken,
    errors,
    post: (body: string, more: Record<string, string> = {}) =>
      fetch(`http://127.0.0.1:${port}/`, { method: "POST", body, headers: { ...headers, ...more } }),
    [Symbol.dispose]: () => close(server),
  };
}

function close(server: Server): void {
  server.close();
  server.closeAllConnections();
}

/** Says that a body will come, and sends a part of it. */
async function begin(port: number, sent: string, length = 900): Promise<Socket & { ended: Promise<string> }> {
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  const lines = Object.entries({ ...headers, host: "x", "content-length": length });
  socket.write(
    `POST / HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n${sent}`,
  );
  let answer = "";
  const ended = new Promise<string>((resolve) => {
    socket.on("data", (chunk) => (answer += chunk));
    socket.on("error", () => resolve(answer));
    socket.on("close", () => resolve(answer));
  });
  return Object.assign(socket, { ended });
}

async function until(isTrue: () => boolean): Promise<void> {
  for (let tries = 0; tries < 2_000 && !isTrue(); tries += 1) await new Promise((go) => setTimeout(go, 5));
  expect(isTrue()).toBe(true);
}

describe("webhooks while too many are waiting", () => {
  it("are refused for the installation that has too many, and for no other", async () => {
    const log = { debug() {}, info() {}, warn() {}, error() {} };
    const queue = createQueue({ parallel: 2, waitingEach: 2 }, log);
    const free = Promise.withResolvers<boolean>();
    queue.start(() => free.promise);
    for (const id of ["a", "b", "c"]) await queue.push(anEvent({ id, installation: 7 }));
    using door = await aDoor({ receive: createReceiver({ queue, ownLogin: () => undefined, log }) });
    const repository = { id: 1, name: "sample", owner: { login: "ada" } };
    const label = { action: "labeled", issue: { number: 1 }, label: { name: "gsd:plan" } };
    const from = async (id: number) =>
      (await door.post(JSON.stringify({ ...label, installation: { id }, repository }))).status;
    expect([await from(7), await from(8), (await door.post("{}")).status]).toEqual([503, 200, 200]);
    free.resolve(true);
    await queue.drain(2_000);
    expect(await from(7)).toBe(200);
  });

  it("are refused with a way out where the queue is away", async () => {
    const receive = () => Promise.reject(new GsdError("queue", "Redis does not answer."));
    using door = await aDoor({ receive });
    const answer = await door.post("{}");
    expect(answer.status).toBe(503);
    expect(await answer.text()).toContain("deliver it again later, or leave it to the next tick");
    expect(String(door.errors)).toContain("Redis does not answer.");
  });
});

describe("bodies whose signature nobody has looked at", () => {
  it("share one limit: the oldest that has not ended makes room, and a real delivery is taken", async () => {
    using door = await aDoor();
    const slow = [];
    for (let at = 0; at < 10; at += 1) {
      slow.push(await begin(door.port, "x".repeat(800)));
      await until(() => door.intake.held() >= Math.min(at + 1, 3) * 800);
      expect(door.intake.held()).toBeLessThanOrEqual(3_000);
    }
    expect((await door.post("{}")).status).toBe(200);
    for (const one of slow.slice(0, 7)) expect(await one.ended).toMatch(/^HTTP\/1.1 408 .*came too slowly/s);
    expect(door.taken).toHaveLength(1);
    for (const one of slow) one.destroy();
    await until(() => door.intake.held() === 0);
  });

  it("count until they were verified, and no longer", async () => {
    const free = Promise.withResolvers<boolean>();
    using door = await aDoor({ verify: () => free.promise });
    const answers = [door.post("x".repeat(900)), door.post("x".repeat(900))];
    await until(() => door.intake.held() === 1_800);
    free.resolve(false);
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([400, 400]);
    expect(door.intake.held()).toBe(0);
  });

  it.each(["x-hub-signature-256", "x-github-delivery", "content-type"])(
    "are not read at all without a %s that can be right",
    async (name) => {
      using door = await aDoor();
      const status = (await door.post("{}", { [name]: "sha256=0" })).status;
      expect([400, 415]).toContain(status);
      expect(door.taken).toEqual([]);
    },
  );

  it("are refused when they are too long, and hold nothing meanwhile", async () => {
    using door = await aDoor();
    const long = await begin(door.port, "x".repeat(1_500), 2_000);
    await until(() => door.intake.held() === 0);
    long.write("x".repeat(500));
    await until(() => long.readableLength === 0);
    long.end();
    expect(await long.ended).toMatch(/^HTTP\/1.1 413 .*too large/s);
    expect((await door.post("x".repeat(1_001))).status).toBe(413);
  });

  it("are not parsed before their signature is right", async () => {
    using door = await aDoor({ verify: async () => false });
    const deep = "[".repeat(900);
    expect(await (await door.post(deep)).json()).toMatchObject({
      error: expect.stringContaining("signature"),
    });
  });
});

describe("senders that take their time", () => {
  it.each([
    ["a body that comes byte by byte", "{"],
    ["a body that never comes", ""],
  ])("%s is cut off when its time is up, not half a minute later", async (_, sent) => {
    using door = await aDoor({ requestMs: 300 });
    const slow = await begin(door.port, sent);
    const drip = setInterval(() => slow.write(" "), 50);
    const started = performance.now();
    expect(await slow.ended).toContain("408");
    clearInterval(drip);
    expect(performance.now() - started).toBeLessThan(15_000);
    expect(door.intake.held()).toBe(0);
  });

  it("a connection that says nothing, and headers that never end, are cut off too", async () => {
    using door = await aDoor({ requestMs: 300 });
    const started = performance.now();
    const silent = connect(door.port, "127.0.0.1")
      .on("error", () => {})
      .resume();
    const headless = connect(door.port, "127.0.0.1")
      .on("error", () => {})
      .resume();
    headless.write("POST / HTTP/1.1\r\nx-a: ");
    await Promise.all([once(silent, "close"), once(headless, "close")]);
    expect(performance.now() - started).toBeLessThan(15_000);
  });

  it("have so many connections and no more: the longest silent one goes, and a new one is heard", async () => {
    using door = await aDoor({ connections: 5 });
    const sockets = [];
    for (let at = 0; at < 12; at += 1) sockets.push(await begin(door.port, ""));
    await Promise.all(sockets.slice(0, 7).map(({ ended }) => ended));
    expect((await door.post("{}")).status).toBe(200);
    expect(sockets.filter(({ destroyed }) => !destroyed).length).toBeLessThanOrEqual(4);
    for (const one of sockets) one.destroy();
  });
});

describe("signed payloads that are no event", () => {
  const odd = [
    "null",
    "[]",
    '"x"',
    "1",
    "true",
    "",
    "{",
    "nul",
    `${"[".repeat(400)}${"]".repeat(400)}`,
    "\u0000",
  ];
  it.each(odd)("%j is refused with a sentence", async (body) => {
    using door = await aDoor();
    const answer = await door.post(body);
    expect(answer.status).toBe(400);
    expect(((await answer.json()) as { error: string }).error).toMatch(/^the \w+ \w+/);
    expect(door.errors).toEqual([]);
  });

  it.each(["constructor", "__proto__", "toString", "star", "ping", "*", "error", ""])(
    "an event called %j is let go",
    async (name) => {
      using door = await aDoor();
      expect((await door.post('{"action":"constructor"}', { "x-github-event": name })).status).toBe(200);
      expect(door.taken).toEqual([]);
    },
  );
});

import { createHmac, randomUUID } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { anApp, secret } from "./an-app.ts";

type App = Awaited<ReturnType<typeof anApp>>;

/** What a process holds, in MB. */
function memoryOf({ app }: App): number {
  const status = readFileSync(`/proc/${app.process.pid}/status`, "utf8");
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1024;
}

/** Begins a webhook of some bytes that nobody signed, and never ends it. */
async function hold({ app }: App, bytes: number): Promise<Socket> {
  const { hostname, port, pathname } = new URL(app.webhook);
  const socket = connect(Number(port), hostname)
    .on("error", () => {})
    .resume();
  await once(socket, "connect");
  const lines = [
    `POST ${pathname} HTTP/1.1`,
    "host: gsd",
    "content-type: application/json",
    "x-github-event: issues",
    `x-github-delivery: ${randomUUID()}`,
    `x-hub-signature-256: sha256=${"0".repeat(64)}`,
    `content-length: ${5 * 1024 * 1024}`,
  ];
  socket.write(`${lines.join("\r\n")}\r\n\r\n`);
  socket.write(Buffer.alloc(bytes, 0x20));
  return socket;
}

function post(url: string, body: string, event = "issues") {
  const signature = `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`;
  return fetch(url, {
    method: "POST",
    body,
    headers: {
      "content-type": "application/json",
      "x-github-event": event,
      "x-github-delivery": randomUUID(),
      "x-hub-signature-256": signature,
    },
  });
}

describe("the App under 200 unsigned bodies of 4.9 MB that never end", () => {
  it("stays small, answers /health, and works on a real delivery beside them", async () => {
    await using one = await anApp();
    const ada = one.as("ada");
    await ada("POST", "/issues", { title: "Export CSV" });
    await one.idle();
    const before = memoryOf(one);
    const sockets: Socket[] = [];
    let most = 0;
    for (let at = 0; at < 200; at += 1) {
      sockets.push(await hold(one, Math.round(4.9 * 1024 * 1024)));
      most = Math.max(most, memoryOf(one));
      if (at % 50 === 0) expect((await fetch(`${one.app.url}/health`)).status).toBe(200);
    }
    await ada("POST", "/issues/1/labels", { labels: ["gsd:plan"] });
    await one.idle();
    most = Math.max(most, memoryOf(one));
    console.log(`memory: ${Math.round(before)} MB before, ${Math.round(most)} MB at most`);
    expect(await ada("GET", "/issues/1/comments")).toHaveLength(1);
    expect(one.forge.deliveries.log.every(({ status }) => status === 200)).toBe(true);
    expect(most - before).toBeLessThan(300);
    for (const socket of sockets) socket.destroy();
  });
});

describe("the App and signed payloads that are no event", () => {
  it("refuses what is no object, lets odd objects go, never fails, and serves the real one beside them", async () => {
    await using one = await anApp();
    const ada = one.as("ada");
    const deep = 2_000_000;
    const bodies: [string, number][] = [
      ["null", 400],
      ["[]", 400],
      ['"x"', 400],
      ["1", 400],
      ["false", 400],
      [`${"[".repeat(deep)}${"]".repeat(deep)}`, 400],
      [`${'{"installation":'.repeat(100_000)}null${"}".repeat(100_000)}`, 200],
      ['{"installation":null,"action":"labeled"}', 200],
      ['{"installation":"x","repository":[],"sender":1,"issue":null}', 200],
      ['{"installation":{"id":{}},"repository":{"owner":null}}', 200],
      ['{"__proto__":{"action":"labeled"},"constructor":1}', 200],
      ['{"action":"labeled","issue":{"number":1},"label":{"name":"gsd:plan"}}', 200],
    ];
    await ada("POST", "/issues", { title: "Export CSV" });
    const real = ada("POST", "/issues/1/labels", { labels: ["gsd:plan"] });
    const statuses = await Promise.all(
      bodies.map(async ([body]) => (await post(one.app.webhook, body)).status),
    );
    expect(statuses).toEqual(bodies.map(([, status]) => status));
    for (const event of ["constructor", "__proto__", "installation", "ping"])
      expect((await post(one.app.webhook, "{}", event)).status, event).toBe(200);
    await real;
    await one.idle();
    expect(await ada("GET", "/issues/1/comments")).toHaveLength(1);
    expect(one.app.stderr()).not.toMatch(/"level":"error"/);
  });
});

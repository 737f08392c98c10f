import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { createQueue } from "../../app/create-queue.ts";
import { guardWebhooks } from "../../app/guard-webhooks.ts";

describe("webhooks while too many are waiting", () => {
  it("are refused for the installation that has too many, and for no other", async () => {
    const queue = createQueue({ parallel: 2, parallelEach: 1, waitingEach: 2 }, () => {});
    const free = Promise.withResolvers<void>();
    for (let at = 0; at < 3; at += 1) queue.push({ installation: 7, lane: "1#1" }, () => free.promise);
    const guard = guardWebhooks(async (_, response) => response.end("taken"), queue);
    const server = createServer((request, response) => void guard(request, response)).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const post = async (body: string) => {
      const headers = { "x-github-delivery": "d-1" };
      return (await fetch(`http://127.0.0.1:${port}/`, { method: "POST", body, headers })).status;
    };
    const from = (id: number) => JSON.stringify({ installation: { id } });
    const statuses = [await post(from(7)), await post(from(8)), await post("{}"), await post("{")];
    expect(statuses).toEqual([503, 200, 200, 200]);
    free.resolve();
    await queue.drain(2_000);
    expect(await post(from(7))).toBe(200);
    server.close();
  });
});

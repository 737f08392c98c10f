import { createServer } from "node:http";
import { describe, expect, it } from "vitest";
import { createClient } from "../../../adapters/github/create-client.ts";
import { type Connection, toGsdError, write } from "../../../adapters/github/request.ts";
import { SHOP } from "../../forge/a-forge.ts";

/** A connection whose clock stands still unless someone sleeps or works. */
function aConnection() {
  const clock = { now: 5_000, slept: [] as number[] };
  const connection: Connection = {
    client: createClient({ token: "none", baseUrl: "http://127.0.0.1:9" }),
    owner: "o",
    repo: "r",
    pace: { betweenWritesMs: 1_000, backoffMs: 1 },
    now: () => clock.now,
    sleep: async (milliseconds) => {
      clock.slept.push(milliseconds);
      clock.now += milliseconds;
    },
    turn: { at: 0 },
    node: {},
  };
  const send = () => write(connection, async () => ({ data: "done" }));
  return { clock, connection, send };
}

describe("writes", () => {
  it("are a second apart, and nobody waits after the last one", async () => {
    const { clock, send } = aConnection();
    await send();
    expect(clock.slept).toEqual([]);
    await send();
    expect(clock.slept).toEqual([1_000]);
    clock.now += 400;
    await send();
    expect(clock.slept).toEqual([1_000, 600]);
  });

  it("do not wait when a second has passed anyway", async () => {
    const { clock, send } = aConnection();
    await send();
    clock.now += 1_500;
    await send();
    expect(clock.slept).toEqual([]);
  });

  it("are a second apart when they are sent side by side", async () => {
    const { clock, send } = aConnection();
    await Promise.all([send(), send(), send()]);
    expect(clock.slept).toHaveLength(2);
    expect(clock.now).toBeGreaterThanOrEqual(7_000);
  });

  it("count when they fail: they may have been applied", async () => {
    const { clock, connection, send } = aConnection();
    const failing = write(connection, () => Promise.reject(Object.assign(new Error("no"), { status: 502 })));
    await expect(failing).rejects.toMatchObject({ code: "unavailable" });
    await send();
    expect(clock.slept).toEqual([1_000]);
  });
});

describe("requests", () => {
  it("say which version of the API they are written for", async () => {
    const heard: (string | null)[] = [];
    const server = createServer((request, response) => {
      heard.push(request.headers["x-github-api-version"] as string | null);
      response.setHeader("content-type", "application/json");
      response.end("{}");
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as { port: number };
    const client = createClient({ token: "none", baseUrl: `http://127.0.0.1:${port}` });
    await client.rest.repos.get(SHOP);
    server.close();
    expect(heard).toEqual(["2022-11-28"]);
  });

  it("call a secondary limit by its name even when no header tells", () => {
    const message = "You have exceeded a secondary rate limit. Please wait a few minutes.";
    expect(toGsdError({ status: 403, message }).code).toBe("rate-limited");
  });
});

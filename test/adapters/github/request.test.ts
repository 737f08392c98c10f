import { createServer } from "node:http";
import { describe, expect, it } from "vitest";
import { createClient } from "../../../adapters/github/create-client.ts";
import { type Connection, read, toGsdError, write } from "../../../adapters/github/request.ts";
import { aForge, SHOP } from "../../forge/a-forge.ts";

/** A connection whose clock stands still unless someone sleeps or works. */
function aConnection() {
  const clock = { now: 5_000, slept: [] as number[] };
  const connection: Connection = {
    client: createClient({ token: "none", baseUrl: "http://127.0.0.1:9" }),
    owner: "o",
    repo: "r",
    pace: { betweenWritesMs: 1_000, backoffMs: 1, limitMs: 60_000 },
    now: () => clock.now,
    sleep: async (milliseconds) => {
      clock.slept.push(milliseconds);
      clock.now += milliseconds;
    },
    turn: { at: 0 },
    node: {},
    patientUntil: 5_000 + 10 * 60_000,
    onLimit: () => {},
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

  it("say it in GraphQL too", async () => {
    await using forge = await aForge();
    const heard: (string | null)[] = [];
    const listen: typeof fetch = (input, init) => {
      heard.push(new Headers(init?.headers).get("x-github-api-version"));
      return fetch(input, init);
    };
    const client = createClient({
      token: forge.createUserToken("ada"),
      baseUrl: forge.urls.api,
      fetch: listen,
    });
    await client.graphql('{ repository(owner: "octo", name: "shop") { id } }');
    expect(heard).toEqual(["2022-11-28"]);
  });

  it("call a secondary limit by its name even when no header tells", () => {
    const message = "You have exceeded a secondary rate limit. Please wait a few minutes.";
    expect(toGsdError({ status: 403, message }).code).toBe("rate-limited");
  });

  it.each([
    [403, "API rate limit exceeded for installation ID 7."],
    [403, "You have triggered an abuse detection mechanism."],
    [422, "Validation Failed: body was submitted too quickly"],
    [429, "Too many requests"],
  ])("call a limit by its name: %i %s", (status, message) => {
    expect(toGsdError({ status, message }).code).toBe("rate-limited");
  });

  it("call nothing a limit only because it was the last request that was left", () => {
    const response = { headers: { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "1" } };
    expect(toGsdError({ status: 404, message: "Not Found", response }).code).toBe("not-found");
    expect(toGsdError({ status: 422, message: "Reference already exists", response }).code).toBe("invalid");
  });
});

describe("a limit", () => {
  const said = (headers: object) =>
    Object.assign(new Error("You have exceeded a secondary rate limit."), {
      status: 403,
      response: { headers },
    });
  /** Refuses once as told, then does it. */
  const refusing =
    (...errors: Error[]) =>
    async () => {
      const error = errors.shift();
      if (error) throw error;
      return { data: "done" };
    };

  it("is waited out: as long as GitHub says, or a minute where it does not", async () => {
    const { clock, connection } = aConnection();
    const [told, untold] = [said({ "retry-after": "7" }), said({ "x-ratelimit-remaining": "4000" })];
    expect(await write(connection, refusing(told, untold))).toBe("done");
    expect(clock.slept).toEqual([7_000, 60_000]);
    expect(await read(connection, refusing(untold))).toBe("done");
    expect(clock.slept).toEqual([7_000, 60_000, 60_000]);
  });

  it("is not waited for where that takes longer than there is time", async () => {
    const { clock, connection } = aConnection();
    const reset = String(Math.ceil(Date.now() / 1_000) + 3_000);
    const far = said({ "x-ratelimit-remaining": "0", "x-ratelimit-reset": reset });
    await expect(read(connection, refusing(far))).rejects.toMatchObject({ code: "rate-limited" });
    await expect(write(connection, refusing(said({ "retry-after": "601" })))).rejects.toMatchObject({
      code: "rate-limited",
    });
    expect(clock.slept).toEqual([]);
  });

  it("that never ends is given up when the time is over", async () => {
    const { clock, connection } = aConnection();
    const endless = async () => Promise.reject(said({}));
    await expect(read(connection, endless)).rejects.toMatchObject({ code: "rate-limited" });
    expect(clock.slept).toEqual(Array(10).fill(60_000));
  });
});

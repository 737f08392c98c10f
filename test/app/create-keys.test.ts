import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { createKeys } from "../../app/create-keys.ts";
import { createRate } from "../../app/create-rate.ts";
import { readTrusted } from "../../app/read-trusted.ts";
import { createIdentities, serveIdentities } from "../../local/forge/identities.ts";

/** An issuer that can be away or lie, and a clock that a test sets. */
async function anIssuer() {
  const state = { now: Date.parse("2026-01-01T00:00:00Z"), away: false, elsewhere: "" };
  const now = () => new Date(state.now);
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", base);
    if (state.away) return void response.writeHead(503).end();
    if (state.elsewhere && url.pathname.endsWith("openid-configuration"))
      return void response.end(JSON.stringify({ issuer: identities.issuer, jwks_uri: state.elsewhere }));
    serveIdentities(identities, url, { request, response });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const identities = createIdentities(base, now);
  const kid = () => {
    const [head = ""] = identities.sign({}).split(".");
    return JSON.parse(Buffer.from(head, "base64url").toString()).kid as string;
  };
  const keys = createKeys({ issuer: identities.issuer, now });
  return { state, identities, keys, kid, [Symbol.dispose]: () => void server.close() };
}

describe("the keys of GitHub's issuer", () => {
  it("are read once, again for a new name after half a minute, and kept while it is away", async () => {
    using one = await anIssuer();
    const { state, identities, keys, kid } = one;
    const first = kid();
    expect(await keys.find(first)).toMatchObject({ type: "public" });
    await Promise.all(Array.from({ length: 50 }, (_, at) => keys.find(`made-up-${at}`)));
    expect(identities.keysRead()).toBe(1);
    identities.rotate();
    const second = kid();
    expect(await keys.find(second)).toBeUndefined();
    state.now += 31_000;
    expect(await keys.find(second)).toMatchObject({ type: "public" });
    expect(identities.keysRead()).toBe(2);
    state.now += 3_700_000;
    state.away = true;
    expect(await keys.find(second)).toMatchObject({ type: "public" });
    state.now += 31_000;
    await expect(keys.find("unknown")).rejects.toMatchObject({ code: "unavailable" });
  });

  it("are nobody's where the issuer was never reached, or sends us elsewhere for them", async () => {
    using one = await anIssuer();
    const { state, keys, kid } = one;
    state.elsewhere = "http://127.0.0.1:9/jwks";
    await expect(keys.find(kid())).rejects.toMatchObject({ code: "unavailable" });
    await expect(keys.find(kid())).rejects.toMatchObject({ code: "unavailable" });
    state.elsewhere = "";
    state.now += 31_000;
    expect(await keys.find(kid())).toMatchObject({ type: "public" });
  });
});

describe("requests of one repository", () => {
  it("are counted by the hour, each repository's for itself", () => {
    let at = 0;
    const rate = createRate({ most: 2, perMs: 1_000, remembered: 2 }, () => new Date(at));
    expect(["a", "a", "a", "b"].map((who) => rate.take(who))).toEqual([true, true, false, true]);
    at = 1_000;
    expect(rate.take("a")).toBe(true);
    // Whoever came first is forgotten first, and counted anew.
    expect(["c", "d", "a"].map((who) => rate.take(who))).toEqual([true, true, true]);
  });
});

describe("the settings for tokens", () => {
  it("are none without an address, and have safe defaults with one", () => {
    expect(readTrusted({}, "https://api.github.com")).toBeUndefined();
    expect(readTrusted({ GSD_URL: "https://gsd.example.com/" }, "https://api.github.com")).toEqual({
      url: "https://gsd.example.com",
      issuer: "https://token.actions.githubusercontent.com",
      policy: { workflows: [{ repository: "gsd/gsd" }], runners: "github-hosted" },
    });
    const server = readTrusted({ GSD_URL: "https://gsd.example.com" }, "https://github.acme.com/api/v3");
    expect(server?.issuer).toBe("https://github.acme.com/_services/token");
  });

  it.each([
    { GSD_URL: "gsd.example.com" },
    { GSD_URL: "http://gsd.example.com" },
    { GSD_URL: "https://gsd.example.com", GITHUB_OIDC_ISSUER: "http://evil.example.com" },
    { GSD_URL: "https://gsd.example.com", GSD_TRUSTED_WORKFLOWS: "gsd/gsd@main" },
    { GSD_URL: "https://gsd.example.com", GSD_TRUSTED_RUNNERS: "mine" },
  ])("are refused with a sentence: %o", (env) => {
    expect(() => readTrusted(env, "https://api.github.com")).toThrow(/is "|has "/);
  });
});

import { generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { readEnvironment } from "../../app/environment.ts";
import { GsdError } from "../../core/gsd-error.ts";
import { anApp, getJson, outcomeOf, secret, spawnApp } from "./an-app.ts";

const rsa = generateKeyPairSync("rsa", {
  modulusLength: 2048,
  publicKeyEncoding: { type: "spki", format: "pem" },
  privateKeyEncoding: { type: "pkcs1", format: "pem" },
}).privateKey;
const elliptic = generateKeyPairSync("ec", {
  namedCurve: "P-256",
  publicKeyEncoding: { type: "spki", format: "pem" },
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
}).privateKey;

const good = { APP_ID: "7", PRIVATE_KEY: rsa, WEBHOOK_SECRET: secret, PORT: "0" };

const refused: [string, Record<string, string>, RegExp][] = [
  ["no webhook secret", { WEBHOOK_SECRET: "" }, /webhook-secret: WEBHOOK_SECRET is not set/],
  ["a blank secret", { WEBHOOK_SECRET: " ".repeat(30) }, /WEBHOOK_SECRET is not set/],
  ["probot's default secret", { WEBHOOK_SECRET: "development" }, /is a default or a placeholder/],
  ["the secret `secret`", { WEBHOOK_SECRET: "secret" }, /is a default or a placeholder/],
  ["the secret `changeme`", { WEBHOOK_SECRET: "ChangeMe" }, /is a default or a placeholder/],
  ["a guide's long placeholder", { WEBHOOK_SECRET: "your-webhook-secret-here-123" }, /placeholder/],
  ["one letter many times", { WEBHOOK_SECRET: "x".repeat(40) }, /is a default or a placeholder/],
  ["a short secret", { WEBHOOK_SECRET: "k3vq9z2m8r4t6w1y7p5" }, /shorter than 20 characters.*openssl rand/],
  ["no App id", { APP_ID: "" }, /app-id: APP_ID is not set/],
  ["an App id in words", { APP_ID: "gsd" }, /app-id: APP_ID is not a number/],
  ["no key", { PRIVATE_KEY: "" }, /private-key: Neither PRIVATE_KEY nor PRIVATE_KEY_PATH/],
  ["a key that is none", { PRIVATE_KEY: "-----BEGIN RSA PRIVATE KEY-----\nAAAA" }, /not an RSA key/],
  ["a key of another kind", { PRIVATE_KEY: elliptic }, /not an RSA key/],
  ["a key file that is not there", { PRIVATE_KEY: "", PRIVATE_KEY_PATH: "/nowhere.pem" }, /\/nowhere\.pem/],
  ["a port that is none", { PORT: "70000" }, /port: PORT is "70000"/],
  ["an address that is none", { GITHUB_API_URL: "github" }, /api-url: GITHUB_API_URL is "github"/],
  ["an unknown log level", { LOG_LEVEL: "loud" }, /log-level: LOG_LEVEL is "loud"/],
  ["a path for a workflow", { GSD_WORKFLOW: "../x.yml" }, /workflow: GSD_WORKFLOW is "..\/x.yml"/],
  ["ticks more rare than daily", { GSD_TICK_MINUTES: "2000" }, /tick-minutes: GSD_TICK_MINUTES is "2000"/],
  [
    "a queue that is no address",
    { QUEUE_URL: "redis" },
    /queue-url: QUEUE_URL is not an address; set it to redis:/,
  ],
  [
    "a queue of another kind",
    { QUEUE_URL: "http://user:hush@q:1" },
    /queue-url: QUEUE_URL begins with http:\/\/;/,
  ],
  [
    "a queue's database in words",
    { QUEUE_URL: "redis://q/one" },
    /QUEUE_URL has a path that is not the number/,
  ],
  ["a time in words", { GSD_TICK_MINUTES: "hourly" }, /GSD_TICK_MINUTES is "hourly"/],
];
const aProcess: typeof refused = [
  ...refused.filter(([what]) => what === "a short secret"),
  ["an address of another machine", { HOST: "192.0.2.1" }, /cannot-listen: Cannot listen on 192\.0\.2\.1:0/],
];

/** What is wrong with an environment. */
function refusalOf(env: Record<string, string>): string {
  try {
    readEnvironment(env);
    return "";
  } catch (error) {
    return error instanceof GsdError ? `${error.code}: ${error.message}` : String(error);
  }
}

describe("the App at its start", () => {
  it.each(refused)("refuses %s", (_, env, words) => {
    const refusal = refusalOf({ ...good, ...env });
    expect(refusal).toMatch(words);
    expect(refusal).not.toContain("\n");
    if ((env.WEBHOOK_SECRET ?? "").length > 15)
      expect(refusal).not.toContain(env.WEBHOOK_SECRET!.trim() || "\0");
  });

  it.concurrent.each(aProcess)("does not start with %s, and says what to do", async (_, env, words) => {
    const { code, stderr } = await outcomeOf(spawnApp({ ...good, ...env }));
    expect(stderr).toMatch(words);
    expect(stderr).toMatch(/^gsd does not start\. [^\n]+\n$/);
    expect(code).toBe(1);
    if ((env.WEBHOOK_SECRET ?? "").length > 15)
      expect(stderr).not.toContain(env.WEBHOOK_SECRET!.trim() || "\0");
  });

  it("refuses a port that is in use", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const PORT = String((other.address() as AddressInfo).port);
    const { code, stderr } = await outcomeOf(spawnApp({ ...good, PORT }));
    other.close();
    expect(stderr).toContain(`port-in-use: 127.0.0.1:${PORT} is in use by another process`);
    expect(code).toBe(1);
  });

  it.each([
    ["with `\\n` written out", rsa.replaceAll("\n", "\\n")],
    ["as base64", Buffer.from(rsa).toString("base64")],
  ])("takes a key %s", async (_, PRIVATE_KEY) => {
    const child = spawnApp({ ...good, PRIVATE_KEY, GITHUB_API_URL: "http://127.0.0.1:9/api/v3" });
    const [line] = await once(child.stdout!, "data");
    child.kill("SIGTERM");
    const { code } = await outcomeOf(child);
    expect(JSON.parse(String(line)).url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(code).toBe(0);
  });
});

describe("the App's bundle", () => {
  it("does the same as the source", async () => {
    await using one = await anApp({ entry: "dist/app/main.mjs" });
    const ada = one.as("ada");
    await ada("POST", "/issues", { title: "Export CSV" });
    await ada("POST", "/issues/1/labels", { labels: ["gsd:plan"] });
    await one.idle();
    expect(await ada("GET", "/issues/1/comments")).toHaveLength(1);
    expect((await fetch(`${one.app.url}/ready`)).status).toBe(200);
  });
});

describe("the App's own pages", () => {
  it("says that it is up and ready, and answers 404 for what it does not have", async () => {
    await using one = await anApp();
    const { url } = one.app;
    expect(await getJson(`${url}/health`)).toMatchObject({ status: "up", version: "0.1.0" });
    expect((await fetch(`${url}/ready`)).status).toBe(200);
    expect(await (await fetch(url)).text()).toMatch(
      /^gsd: [\s\S]*GSD_PAGES_URL[\s\S]*docs\/install-app\.md#pages\n$/,
    );
    for (const path of ["/nothing", "/constructor", "/probot", "/api/github/webhooks"])
      expect((await fetch(url + path)).status, path).toBe(404);
  });

  it("is up but not ready when GitHub does not know its key", async () => {
    await using one = await anApp({ env: { PRIVATE_KEY: rsa } });
    const ready = await fetch(`${one.app.url}/ready`);
    expect(ready.status).toBe(503);
    expect(((await ready.json()) as { reason: string }).reason).toContain("APP_ID and PRIVATE_KEY");
    expect((await fetch(`${one.app.url}/health`)).status).toBe(200);
  });

  it("is up but not ready when GitHub does not answer", async () => {
    await using one = await anApp({ env: { GITHUB_API_URL: "http://127.0.0.1:9/api/v3" } });
    const ready = await fetch(`${one.app.url}/ready`);
    expect(ready.status).toBe(503);
    expect(((await ready.json()) as { reason: string }).reason).toContain("GITHUB_API_URL");
  });
});

describe("the App at its end", () => {
  it.each(["SIGTERM", "SIGINT"] as const)(
    "finishes what it has begun on %s, then exits with 0",
    async (signal) => {
      await using one = await anApp();
      const ada = one.as("ada");
      await ada("POST", "/issues", { title: "Export CSV" });
      await ada("POST", "/issues/1/labels", { labels: ["gsd:plan"] });
      await one.forge.deliveries.idle();
      one.app.process.kill(signal);
      const [code] = await once(one.app.process, "close");
      expect(code).toBe(0);
      expect(await ada("GET", "/issues/1/comments")).toHaveLength(1);
      expect(await ada("GET", "/actions/runs")).toMatchObject({ total_count: 1 });
    },
  );
});

import { createHmac, generateKeyPairSync, sign } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { createIntake } from "../../app/create-intake.ts";
import { guardTokens } from "../../app/guard-tokens.ts";
import { anApp } from "./an-app.ts";

type App = Awaited<ReturnType<typeof anApp>>;
type Claims = Record<string, unknown>;

const audience = "https://gsd.example.com";
const pin = "5".repeat(40);
const key = "1/plan/-/1";
const config = "engine: script\nscript: node agent.mjs\nci: trusted\n";

/** An App that gives tokens, and a track whose plan a dispatched run holds. */
async function aTrustingApp() {
  const app = await anApp({
    env: { GSD_URL: `${audience}/`, GSD_TRUSTED_WORKFLOWS: `gsd/gsd@${pin}, acme/gsd` },
    files: { ".github/gsd.yml": config },
  });
  const ada = app.as("ada");
  await ada("POST", "/issues", { title: "Export CSV", body: "Please." });
  await ada("POST", "/issues/1/labels", { labels: ["gsd:plan"] });
  await app.idle();
  const { job, claims } = await lookAtJob(app);
  return { app, ada, job, claims };
}

/** The job in the ledger, and what GitHub would say of its publish. */
async function lookAtJob({ forge, repo }: App) {
  const text = await forge.actions.readFile(repo, "gsd/ledger", "tracks/1.json");
  const [job] = JSON.parse(text ?? "{}").jobs;
  const claims: Claims = {
    aud: audience,
    repository: repo,
    repository_id: String(forge.actions.repositoryId(repo)),
    event_name: "workflow_dispatch",
    ref: "refs/heads/main",
    workflow_ref: `${repo}/.github/workflows/gsd.yml@refs/heads/main`,
    job_workflow_ref: `gsd/gsd/.github/workflows/gsd-job.yml@${pin}`,
    job_workflow_sha: pin,
    run_id: String(job.run?.id),
    run_attempt: "1",
    runner_environment: "github-hosted",
  };
  return { job, claims };
}

interface Answer {
  status: number;
  body: { token?: string; error?: string };
}

async function post({ app }: App, body: string, type = "application/json"): Promise<Answer> {
  const answer = await fetch(`${app.url}/token`, {
    method: "POST",
    body,
    headers: { "content-type": type },
  });
  return { status: answer.status, body: (await answer.json()) as Answer["body"] };
}

function ask(app: App, claims: Claims, wanted = key): Promise<Answer> {
  return show(app, app.forge.world.identities.sign(claims), wanted);
}

function show(app: App, identity: string, wanted = key): Promise<Answer> {
  return post(app, JSON.stringify({ identity, key: wanted }));
}

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");

/** A token with the head that an attacker likes, and a signature made by them. */
function forge(head: object, claims: Claims, signed: (text: string) => string): string {
  const now = Math.floor(Date.now() / 1000);
  const text = `${encode({ typ: "JWT", ...head })}.${encode({ iat: now, exp: now + 300, ...claims })}`;
  return `${text}.${signed(text)}`;
}

/** Who asks, by what GitHub says of them, and the word that they get. */
const strangers: [who: string, claims: Claims, error: string][] = [
  ["another audience", { aud: "https://evil.example.com" }, "audience"],
  ["two audiences", { aud: [audience, "https://evil.example.com"] }, "audience"],
  ["another issuer", { iss: "https://token.actions.githubusercontent.com" }, "issuer"],
  ["a time that is over", { iat: 1_700_000_000, nbf: 1_700_000_000, exp: 1_700_000_300 }, "expired"],
  ["a time to come", { nbf: 4_000_000_000 }, "expired"],
  ["no end", { exp: "never" }, "expired"],
  ["a life of a year", { exp: Math.floor(Date.now() / 1000) + 31_536_000 }, "expired"],
  ["a fork's pull request", { event_name: "pull_request", ref: "refs/pull/7/merge" }, "event"],
  ["a pull request in the repository's name", { event_name: "pull_request_target" }, "event"],
  ["a push", { event_name: "push" }, "event"],
  ["a tag", { ref: "refs/tags/v1" }, "branch"],
  ["another branch", { ref: "refs/heads/evil" }, "branch"],
  [
    "another branch's stub",
    { workflow_ref: "ada/sample/.github/workflows/gsd.yml@refs/heads/evil" },
    "branch",
  ],
  ["another workflow", { workflow_ref: "ada/sample/.github/workflows/ci.yml@refs/heads/main" }, "branch"],
  [
    "a job of another file",
    { job_workflow_ref: "ada/sample/.github/workflows/ci.yml@refs/heads/main" },
    "workflow",
  ],
  ["another file of ours", { job_workflow_ref: `gsd/gsd/.github/workflows/gsd.yml@${pin}` }, "workflow"],
  ["a copy of ours", { job_workflow_ref: `evil/gsd/.github/workflows/gsd-job.yml@${pin}` }, "workflow"],
  ["a name like ours", { job_workflow_ref: `gsd/gsd.evil/.github/workflows/gsd-job.yml@${pin}` }, "workflow"],
  ["a commit of ours that the operator does not allow", { job_workflow_sha: "6".repeat(40) }, "workflow"],
  ["a machine of somebody's own", { runner_environment: "self-hosted" }, "runner"],
  ["a repository without the App", { repository: "ada/other", repository_id: "77" }, "repository"],
  ["another run", { run_id: "424242" }, "job"],
  ["another try of the run", { run_attempt: "2" }, "job"],
  ["a number that is none", { run_id: "1e3" }, "malformed"],
  ["no repository", { repository: undefined }, "malformed"],
];

/** Jobs that this run does not hold. */
const otherJobs: [key: string, error: string][] = [
  ["1/task/T01/1", "job"],
  ["1/plan/-/2", "job"],
  ["99/plan/-/1", "job"],
  ["../../etc/passwd", "malformed"],
  ["", "malformed"],
];

describe("the App, asked for a token", () => {
  it("refuses everybody but publish, each with a word, and gives publish one, once", async () => {
    const { app, ada, claims } = await aTrustingApp();
    await using _ = app;
    for (const [who, change, error] of strangers)
      expect((await ask(app, { ...claims, ...change })).body, who).toEqual({ error });
    for (const [wanted, error] of otherJobs)
      expect((await ask(app, claims, wanted)).body, wanted).toEqual({ error });
    await refusesForgedSignatures(app, claims);
    await asksForKeysOnce(app, claims);
    await readsNoOddBody(app);
    await configure(app, config.replace("trusted", "manual"));
    expect((await ask(app, claims)).body, "where CI is not trusted any more").toEqual({ error: "config" });
    await configure(app, config);
    expect(app.app.stderr()).toContain('"message":"a token was refused","repository":"ada/sample"');
    expect(tokensFor(app)).toEqual([]);
    await givesOne(app, claims);
    expect(app.app.stderr()).not.toMatch(/eyJ|"level":"error"/);
    // What is over is over: the track is cancelled, and its job with it.
    await ada("POST", "/issues/1/comments", { body: "/cancel" });
    await app.idle();
    expect((await ask(app, claims)).body).toEqual({ error: "job" });
  }, 60_000);

  it("gives none where its operator has not said its address", async () => {
    const door = guardTokens({ intake: createIntake({ each: 100, all: 100 }), exchange: undefined });
    const server = createServer((request, response) => void door(request, response)).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const answer = await fetch(`http://127.0.0.1:${port}/token`, { method: "POST", body: "{}" });
    expect(answer.status).toBe(404);
    expect(await answer.json()).toEqual({ error: "off" });
    server.close();
  });
});

async function refusesForgedSignatures(app: App, claims: Claims): Promise<void> {
  const { identities } = app.forge.world;
  const real = identities.sign(claims);
  const { kid } = JSON.parse(Buffer.from(real.split(".")[0] ?? "", "base64url").toString());
  const [jwk] = (identities.keys() as { keys: { n: string }[] }).keys;
  const whole = { ...claims, iss: identities.issuer };
  const other = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;
  const byOther = (text: string) => sign("RSA-SHA256", Buffer.from(text), other).toString("base64url");
  const hmac = (text: string) =>
    createHmac("sha256", jwk?.n ?? "")
      .update(text)
      .digest("base64url");
  const tokens = [
    forge({ alg: "RS256", kid }, whole, byOther),
    forge({ alg: "RS256" }, whole, byOther),
    forge({ alg: "none", kid }, whole, () => "AA"),
    forge({ alg: "HS256", kid }, whole, hmac),
    forge({ alg: "PS256", kid }, whole, byOther),
    forge({ alg: "RS256", kid, crit: ["exp"] }, whole, byOther),
    forge({ alg: "RS256", kid, jwk, jku: "https://evil.example.com" }, whole, byOther),
    `${real.split(".").slice(0, 2).join(".")}.${"A".repeat(342)}`,
  ];
  const answers = await Promise.all(tokens.map((token) => show(app, token)));
  expect(answers.map(({ status, body }) => `${status} ${body.error}`)).toEqual(
    tokens.map(() => "401 signature"),
  );
  const [head, body] = real.split(".");
  for (const odd of [`${head}.${body}.`, `${real}.x`, "a.b.c", "", `${head}..x`])
    expect((await show(app, odd)).body, odd).toEqual({ error: "malformed" });
}

/** However many names of keys are made up. */
async function asksForKeysOnce(app: App, claims: Claims): Promise<void> {
  const before = app.forge.world.identities.keysRead();
  const whole = { ...claims, iss: app.forge.world.identities.issuer };
  const flood = Array.from({ length: 200 }, (_, at) =>
    forge({ alg: "RS256", kid: `k${at}` }, whole, () => "AA"),
  );
  const answers = await Promise.all(flood.map((token) => show(app, token)));
  expect(new Set(answers.map(({ body }) => body.error))).toEqual(new Set(["signature"]));
  expect(app.forge.world.identities.keysRead() - before).toBeLessThanOrEqual(1);
}

async function readsNoOddBody(app: App): Promise<void> {
  expect(await post(app, "x".repeat(20_000))).toEqual({ status: 413, body: { error: "malformed" } });
  expect(await post(app, "{}", "text/plain")).toEqual({ status: 415, body: { error: "malformed" } });
  for (const body of ["{", "null", "[]", '{"identity":1,"key":2}', '{"key":"1/plan/-/1"}'])
    expect(await post(app, body), body).toEqual({ status: 400, body: { error: "malformed" } });
}

/** The tokens of the App that are narrowed, with what they may do. */
function tokensFor({ forge }: App) {
  return [...forge.world.tokens.values()].flatMap((actor) =>
    actor.kind === "installation" && !("metadata" in actor.permissions)
      ? [{ repos: actor.repos, permissions: actor.permissions }]
      : [],
  );
}

/** For this repository and for what publish does, beside bodies that never end. */
async function givesOne(app: App, claims: Claims): Promise<void> {
  const slow = await Promise.all(Array.from({ length: 40 }, () => hold(app)));
  const answers = await Promise.all([ask(app, claims), ask(app, claims), ask(app, claims)]);
  for (const socket of slow) socket.destroy();
  const given = answers.filter(({ status }) => status === 200);
  expect(given).toHaveLength(1);
  expect(answers.filter(({ body }) => body.error === "again")).toHaveLength(2);
  const token = given[0]?.body.token ?? "";
  const actor = app.forge.world.tokens.get(token);
  expect(actor).toMatchObject({
    kind: "installation",
    repos: [app.repo],
    permissions: {
      actions: "write",
      checks: "read",
      contents: "write",
      issues: "write",
      pull_requests: "write",
      statuses: "write",
    },
  });
  const { job } = await lookAtJob(app);
  expect(job).toMatchObject({ state: "claimed", token: expect.any(String) });
  expect(app.app.stderr()).toContain('"message":"a token was given to publish","repository":"ada/sample"');
  expect(app.app.stderr()).not.toContain(token);
}

async function configure(app: App, text: string): Promise<void> {
  const ada = app.as("ada");
  const { sha } = await ada<{ sha: string }>("GET", "/contents/.github/gsd.yml");
  const content = Buffer.from(text).toString("base64");
  await ada("PUT", "/contents/.github/gsd.yml", { message: "m", content, sha });
}

/** Begins a request and never ends it. */
async function hold({ app }: App): Promise<Socket> {
  const { hostname, port } = new URL(app.url);
  const socket = connect(Number(port), hostname).on("error", () => {});
  socket.resume();
  await once(socket, "connect");
  const lines = [
    "POST /token HTTP/1.1",
    "host: gsd",
    "content-type: application/json",
    "content-length: 9000",
  ];
  socket.write(`${lines.join("\r\n")}\r\n\r\n{`);
  return socket;
}

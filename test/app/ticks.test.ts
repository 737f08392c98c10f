import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { createGitHubApp } from "../../app/create-github-app.ts";
import { createLog } from "../../app/create-log.ts";
import { createQueue } from "../../app/create-queue.ts";
import { createTicker } from "../../app/create-ticker.ts";
import { readEnvironment } from "../../app/environment.ts";
import { listPlaces } from "../../app/list-places.ts";
import { startServer } from "../../app/server.ts";
import { createForge } from "../../local/forge/create-forge.ts";
import { aClock } from "./a-clock.ts";
import { anApp, createCaller, getJson, manifest, secret, stub } from "./an-app.ts";

interface Health {
  queue: { running: number; waiting: number };
  ticks: { done: number; failed: number; last?: string; rounds: number };
}

/** A forge with gsd's App on some repositories, each with the stub, and a clock that the test moves. No webhook ever comes. */
async function aTickingApp(names: string[], env: Record<string, string> = {}) {
  const forge = await createForge();
  const { appId, privateKey } = forge.createApp({
    slug: "gsd-test",
    permissions: manifest.default_permissions,
    events: manifest.default_events,
    webhookSecret: secret,
  });
  const installations = names.map((name) => {
    const [owner = "", repo = ""] = name.split("/");
    forge.createUser({ login: owner });
    forge.createRepository({ owner, name: repo, files: { ".github/workflows/gsd.yml": stub } });
    return forge.installApp(appId, name);
  });
  const lines: Record<string, unknown>[] = [];
  const log = createLog("info", (line) => void lines.push(JSON.parse(line)));
  const environment = readEnvironment({
    APP_ID: String(appId),
    PRIVATE_KEY: privateKey,
    WEBHOOK_SECRET: secret,
    PORT: "0",
    GITHUB_API_URL: forge.urls.api,
    ...env,
  });
  const clock = aClock();
  const app = await startServer(environment, log, clock.timers);
  const idle = async () => {
    for (let calm = 0; calm < 2; ) {
      const { queue } = await getJson<Health>(`${app.url}/health`);
      calm = queue.running + queue.waiting === 0 ? calm + 1 : 0;
    }
  };
  return {
    forge,
    app,
    clock,
    installations,
    environment,
    log,
    as: (login: string, repo: string) =>
      createCaller(`${forge.urls.api}/repos/${repo}`, forge.createUserToken(login)),
    /** The repositories of the lines with this message, in their order. */
    said: (message: string) => lines.filter((line) => line["message"] === message),
    async pass(minutes: number) {
      for (let minute = 0; minute < minutes; minute += 1) {
        clock.beat(60_000);
        await idle();
      }
    },
    async [Symbol.asyncDispose]() {
      await app.stop();
      await forge.close();
    },
  };
}

const repositoriesOf = (lines: Record<string, unknown>[]) => lines.map(({ repository }) => repository).sort();

const place = { installation: 1, repositoryId: 2, owner: "ada", repo: "one" };

/** A ticker whose ticks fail when the test says so. */
function aTicker(listPlaces = async () => [place]) {
  const fail = Promise.withResolvers<never>();
  const clock = aClock();
  const asked: string[] = [];
  const connect = ({ repo }: typeof place) => {
    asked.push(repo);
    return fail.promise;
  };
  const lines: string[] = [];
  const log = createLog("info", (line) => void lines.push(line));
  const { timers } = clock;
  const queue = createQueue({ parallel: 4, waitingEach: 100 }, log);
  const ticker = createTicker({ minutes: 1, queue, timers, listPlaces, connect, forget() {}, log });
  queue.start((work) => (work.type === "event" ? Promise.resolve(false) : ticker.handle(work)));
  return { ticker, queue, clock, asked, lines, fail: () => fail.reject(new Error("no")) };
}

describe("the App's ticks", () => {
  it("come to each repository at the start, and then once an hour", async () => {
    const names = ["ada/one", "ada/two", "bob/three"];
    await using one = await aTickingApp(names);
    await one.pass(1);
    expect(repositoriesOf(one.said("ticked"))).toEqual(names);
    await one.pass(59);
    expect(repositoriesOf(one.said("ticked"))).toEqual([...names, ...names].sort());
    await one.pass(60);
    expect(one.said("ticked")).toHaveLength(9);
    expect((await getJson<Health>(`${one.app.url}/health`)).ticks).toMatchObject({ done: 9, failed: 0 });
  });

  it("find at the start what came while the App was down", async () => {
    await using one = await aTickingApp(["ada/one"]);
    const ada = one.as("ada", "ada/one");
    while (one.said("ticked").length < 1) await sleep(10);
    await one.app.stop();
    await ada("POST", "/issues", { title: "Export CSV" });
    await ada("POST", "/issues/1/labels", { labels: ["gsd:plan"] });
    const next = await startServer(one.environment, one.log, aClock().timers);
    while (one.said("ticked").length < 2) await sleep(10);
    await next.stop();
    expect(await ada("GET", "/issues/1/comments")).toHaveLength(1);
    expect(await ada("GET", "/actions/runs")).toMatchObject({ total_count: 1 });
  });

  it("come to all as soon as GitHub answers, when it did not at the start", async () => {
    const lists = [() => Promise.reject(new Error("no")), async () => [place]];
    const { ticker, queue, clock, asked } = aTicker(() => lists.shift()!());
    ticker.start();
    await queue.drain(1_000);
    expect(asked).toEqual([]);
    for (let minute = 0; minute < 3; minute += 1) clock.beat(60_000);
    await sleep(0);
    expect(asked).toEqual(["one"]);
  });

  it("start a labelled issue whose webhook was lost", async () => {
    await using one = await aTickingApp(["ada/one"]);
    const ada = one.as("ada", "ada/one");
    await ada("POST", "/issues", { title: "Export CSV" });
    await ada("POST", "/issues/1/labels", { labels: ["gsd:plan"] });
    await one.pass(60);
    expect(await ada("GET", "/issues/1/comments")).toHaveLength(1);
    expect(await ada("GET", "/actions/runs")).toMatchObject({ total_count: 1 });
  });

  it("leave out installations that are suspended", async () => {
    await using one = await aTickingApp(["ada/one", "bob/two"]);
    await one.pass(3);
    one.forge.suspendInstallation(one.installations[0]!);
    one.app.tickAll();
    await one.pass(57);
    expect(repositoriesOf(one.said("ticked"))).toEqual(["ada/one", "bob/two", "bob/two", "bob/two"]);
    expect(one.said("a tick failed")).toEqual([]);
  });

  it("go on with the others when one repository fails", async () => {
    await using one = await aTickingApp(["ada/one", "bob/two"]);
    await one.pass(3);
    // It is on the list of this hour, and gone when its minute comes.
    const installation = one.forge.world.installations.get(one.installations[0]!)!;
    installation.repos.clear();
    for (const [token, actor] of one.forge.world.tokens)
      if (actor.kind === "installation" && actor.installation === installation)
        one.forge.world.tokens.delete(token);
    await one.pass(57);
    expect(repositoriesOf(one.said("ticked"))).toEqual(["ada/one", "bob/two", "bob/two"]);
    expect(one.said("a tick failed")).toMatchObject([{ repository: "ada/one", code: "unauthorized" }]);
  });

  it("can be switched off, and asked for", async () => {
    await using one = await aTickingApp(["ada/one"], { GSD_TICK_MINUTES: "0" });
    expect(one.clock.running()).toBe(0);
    one.app.tickAll();
    await one.pass(1);
    expect(one.said("ticked")).toHaveLength(1);
  });

  it("end when the App stops", async () => {
    const one = await aTickingApp(["ada/one"]);
    expect(one.clock.running()).toBe(1);
    await one.app.stop();
    expect(one.clock.running()).toBe(0);
    await one.forge.close();
  });

  it("reach repositories beyond GitHub's first page", async () => {
    const names = Array.from({ length: 101 }, (_, at) => `ada/r${at}`);
    await using one = await aTickingApp(names, { GSD_TICK_MINUTES: "0" });
    const places = await listPlaces(createGitHubApp(one.environment, one.log), one.log);
    expect(new Set(places.map(({ repo }) => `ada/${repo}`))).toEqual(new Set(names));
  });

  it("come at once when the process gets SIGUSR2", async () => {
    await using one = await anApp({ env: { GSD_TICK_MINUTES: "0" } });
    const ada = one.as("ada");
    one.forge.setWebhookUrl(Number(one.env.APP_ID), "http://127.0.0.1:9/");
    await ada("POST", "/issues", { title: "Export CSV" });
    await ada("POST", "/issues/1/labels", { labels: ["gsd:plan"] });
    await one.idle();
    expect(await ada("GET", "/issues/1/comments")).toEqual([]);
    one.app.process.kill("SIGUSR2");
    while ((await getJson<Health>(`${one.app.url}/health`)).ticks.done === 0) await sleep(20);
    expect(await ada("GET", "/issues/1/comments")).toHaveLength(1);
    one.app.process.kill("SIGTERM");
    expect((await once(one.app.process, "close"))[0]).toBe(0);
  });
});

describe("a repository's tick", () => {
  it("is not begun again while one is under way", async () => {
    const { ticker, queue, clock, asked, fail } = aTicker();
    ticker.start();
    for (let minute = 0; minute < 10; minute += 1) {
      clock.beat(60_000);
      await sleep(0);
    }
    expect(asked).toEqual(["one"]);
    fail();
    await queue.drain(1_000);
    clock.beat(60_000);
    await queue.drain(1_000);
    expect(asked).toEqual(["one", "one"]);
  });

  it("takes no more of the queue than two places, however many repositories there are", async () => {
    const places = Array.from({ length: 600 }, (_, repositoryId) => ({ ...place, repositoryId }));
    const { ticker, queue, asked, fail } = aTicker(async () => places);
    ticker.tickAll();
    await sleep(0);
    expect(await queue.load()).toEqual({ running: 2, waiting: 598, full: 0 });
    expect(asked).toHaveLength(2);
    fail();
    expect(await queue.drain(5_000)).toBe(0);
    expect(asked).toHaveLength(600);
    expect(ticker.ticks().failed).toBe(600);
  });

  it("that fails is logged with its repository, and the others still come", async () => {
    const other = { ...place, repositoryId: 3, repo: "two" };
    const { ticker, queue, asked, lines, fail } = aTicker(async () => [place, other]);
    ticker.tickAll();
    fail();
    await queue.drain(1_000);
    expect(asked).toEqual(["one", "two"]);
    expect(lines.join("")).toMatch(/"a tick failed","repository":"ada\/one","code":"unknown"/);
    expect(ticker.ticks()).toMatchObject({ done: 0, failed: 2, rounds: 1 });
  });
});

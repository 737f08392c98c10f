import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { paceOf } from "../adapters/connect-repository.ts";
import { rememberAnswers } from "../adapters/github/remember-answers.ts";
import { parse } from "../adapters/parse/create-parse.ts";
import { pageOf } from "../core/codec/page-of.ts";
import type { Ports } from "../loop/ports.ts";
import { type Changes, createChanges } from "../web/live/changes.ts";
import { connect } from "./connect.ts";
import { type Afterwork, createAfterwork } from "./create-afterwork.ts";
import { createEventHandler } from "./create-event-handler.ts";
import { createExchange } from "./create-exchange.ts";
import { createGitHubApp, type GitHubApp } from "./create-github-app.ts";
import { createIdentity, type Identity } from "./create-identity.ts";
import { createIntake } from "./create-intake.ts";
import type { AppLog } from "./create-log.ts";
import { createReceiver, type Receive } from "./create-receiver.ts";
import { createTicker } from "./create-ticker.ts";
import { createTokens } from "./create-tokens.ts";
import { createWebServer } from "./create-web-server.ts";
import type { Environment } from "./environment.ts";
import { guardTokens } from "./guard-tokens.ts";
import { guardWebhooks, type Handler } from "./guard-webhooks.ts";
import type { Limits } from "./limits.ts";
import { listPlaces } from "./list-places.ts";
import { listen } from "./listen.ts";
import { type Numbers, startNumbers } from "./numbers.ts";
import { openQueue } from "./open-queue.ts";
import { answerJson, createPages } from "./pages.ts";
import type { Queue } from "./queue.ts";
import { type Place, readPlace } from "./read-place.ts";
import { respectLimits } from "./respect-limits.ts";
import { createSite } from "./site/create-site.ts";
import { tellSaves } from "./tell-saves.ts";
import { createTimers, type Timers } from "./timers.ts";
import { verifySignature } from "./verify-signature.ts";

export const webhookPath = "/api/github/webhooks";
const tokenPath = "/token";

/** GitHub gives up after ten seconds; who is slower is not GitHub. */
const doors = { requestMs: 10_000, connections: 256 };
const bodies = { each: 5 * 1024 * 1024, all: 32 * 1024 * 1024 };
const tokenRequests = { each: 16 * 1024, all: 1024 * 1024 };
const rememberedAnswers = { maxAnswers: 5_000, maxBytes: 32 * 1024 * 1024 };
const drainMs = 8_000;
const answerMs = 500;
/** A text may wait five seconds for its turn. */
const afterworkMs = 6_000;

/** The App, listening. */
export interface RunningApp {
  url: string;
  /** Where Prometheus finds the metrics, if somebody asked for them. */
  metrics?: string;
  /** Looks at every repository now, as after an outage. */
  tickAll(): void;
  /** Takes nothing more, finishes what it has, at most eight seconds long, and writes the last texts. */
  stop(): Promise<void>;
}

export async function startServer(
  environment: Environment,
  log: AppLog,
  timers: Timers = createTimers(environment.clockOffsetMs),
): Promise<RunningApp> {
  const state = { closing: false };
  const { queue, limits, heir } = await openQueue(environment, log);
  const numbers = await startNumbers(environment.numbers, { timers, log });
  const app = createGitHubApp(environment, log);
  const identity = createIdentity(app, log);
  const changes = createChanges(randomUUID());
  const afterwork = createAfterwork((error) => log.error("a text was not written", { why: String(error) }));
  const reach = createReach({ environment, app, identity, timers, limits, numbers, changes, afterwork, log });
  const { webhookSecret: secret } = environment;
  const webhooks = numbers.webhooks(createWebhooks({ secret, identity, queue, changes, log }));
  const { trusted } = environment;
  const exchange = trusted && createExchange({ settings: trusted, app, connect: reach.connect, timers, log });
  const tokens = guardTokens({ intake: createIntake(tokenRequests), exchange });
  const ticker = createTicker({
    ...reach,
    minutes: environment.tickMinutes,
    queue,
    timers,
    listPlaces: () => listPlaces(app, log),
    log,
  });
  numbers.watch({ load: queue.load, groups: queue.groups, ticks: ticker.ticks });
  const pages = createPages({ identity, queue, ticker, isClosing: () => state.closing });
  const { apiUrl, root } = environment;
  const site =
    environment.pages &&
    createSite({ settings: environment.pages, apiUrl, root, app, changes, now: timers.now, log });
  const route: Handler = async (request, response) => {
    const path = (request.url ?? "/").split("?", 1)[0] ?? "/";
    if (request.method === "POST" && path === webhookPath) return webhooks(request, response);
    if (request.method === "POST" && path === tokenPath) return tokens(request, response);
    if (site?.owns(path)) return site.handle(request, response);
    const page = ["GET", "HEAD"].includes(request.method ?? "") && Object.hasOwn(pages, path) && pages[path];
    return page ? page(response) : answerJson(response, 404, { error: "not found" });
  };
  const server = createWebServer(doors, route, (error) =>
    log.error("a request failed", { why: String(error) }),
  );
  const url = await listen(server, environment);
  void identity.problem();
  const handleEvent = createEventHandler({
    ...reach,
    parse,
    page: (place) => pageOf(apiUrl, place),
    log,
  });
  queue.start((work) => (work.type === "event" ? handleEvent(work) : ticker.handle(work)));
  ticker.start();
  const running: RunningApp = {
    url,
    tickAll: ticker.tickAll,
    async stop() {
      state.closing = true;
      ticker.stop();
      // Pages come back by themselves; they hold nobody up.
      site?.stop();
      const closed = new Promise((resolve) => server.close(resolve));
      // A webhook that is being read may still become work; a connection that is only kept alive may not hold us.
      await Promise.race([closed, sleep(answerMs)]);
      const left = await queue.drain(drainMs - answerMs);
      await Promise.race([afterwork.settled(), sleep(afterworkMs, undefined, { ref: false })]);
      await numbers.stop();
      if (left > 0) log.warn("stopped with work left", { left, heir });
    },
  };
  return numbers.url === undefined ? running : { ...running, metrics: numbers.url };
}

/** How loops reach a repository. */
interface Reach {
  connect(place: Place, delivery: string): Promise<Ports>;
  forget(place: Place): void;
}

interface ReachParts {
  environment: Environment;
  app: GitHubApp;
  identity: Identity;
  timers: Timers;
  limits: Limits;
  numbers: Numbers;
  changes: Changes;
  afterwork: Afterwork;
  log: AppLog;
}

function createReach(parts: ReachParts): Reach {
  const { environment, app, identity, timers, limits, numbers, changes, afterwork, log } = parts;
  const tokens = createTokens(app.mint, timers.now);
  const ask = rememberAnswers(rememberedAnswers, numbers.ask);
  const unsaidMs = paceOf(environment.apiUrl).limitMs;
  return {
    async connect(place, delivery) {
      const token = await tokens.of(place);
      const { installation } = place;
      const fetch = respectLimits({ limits, installation, ask, unsaidMs });
      const meter = numbers.meter(place, token);
      const login = identity.login();
      const ports = connect(environment, log, { place, token, delivery, fetch, meter, login });
      const tell = () => changes.tell({ owner: place.owner, name: place.repo });
      return { ...ports, later: afterwork.add, ledger: tellSaves(ports.ledger, tell) };
    },
    forget: tokens.forget,
  };
}

interface Parts {
  secret: string;
  identity: Identity;
  queue: Queue;
  changes: Changes;
  log: AppLog;
}

/** From a signed webhook to queued work. */
function createWebhooks({ secret, identity, queue, changes, log }: Parts): Handler {
  const receive = createReceiver({ queue, ownLogin: identity.login, log });
  const hear: Receive = (delivery) => {
    const place = readPlace(delivery.payload);
    if (place) changes.tell({ owner: place.owner, name: place.repo });
    return receive(delivery);
  };
  const onError = (error: unknown) =>
    log.error("a delivery could not be queued", {
      why: error instanceof Error ? error.message : String(error),
    });
  const verify = (body: Buffer, signature: string) => verifySignature(secret, body, signature);
  return guardWebhooks({ intake: createIntake(bodies), verify, receive: hear, onError });
}

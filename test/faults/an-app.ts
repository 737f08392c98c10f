import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parse } from "../../adapters/parse/create-parse.ts";
import { createEventHandler } from "../../app/create-event-handler.ts";
import { createQueue } from "../../app/create-queue.ts";
import { createReceiver } from "../../app/create-receiver.ts";
import { createTicker } from "../../app/create-ticker.ts";
import type { Queue } from "../../app/queue.ts";
import type { Place } from "../../app/read-place.ts";
import type { Forge } from "../../local/forge/create-forge.ts";
import { mustRepo } from "../../local/forge/state/world.ts";
import { registerApp } from "../../local/register-app.ts";
import { createPorts, mortalFetch } from "./mortals.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

interface Options {
  repo: string;
  now: () => Date;
  say: (message: string, fields?: object) => void;
}

/** One process of the App: it has a queue and a ticker of its own, and can die in the middle of a request. */
function createProcess(forge: Forge, options: Options & { installation: number; token: string }) {
  const { say, installation, token } = options;
  const life = { alive: true };
  let beat = () => {};
  const log = { debug() {}, info: say, warn: say, error: say };
  const queue = createQueue({ parallel: 4, waitingEach: 500 }, log);
  const connect = async (_: Place, delivery: string) =>
    createPorts(forge, {
      ...options,
      token,
      owner: `app/${delivery}`,
      fetch: mortalFetch(() => !life.alive),
    });
  const receive = createReceiver({ queue, ownLogin: () => "gsd-app[bot]", log });
  const handleEvent = createEventHandler({
    connect,
    parse,
    forget: () => {},
    page: (place) => `${forge.urls.server}/${place.owner}/${place.repo}`,
    log,
  });
  const timers = {
    now: options.now,
    every(_: number, work: () => void) {
      beat = work;
      return () => {};
    },
  };
  const ticker = createTicker({
    minutes: 60,
    queue,
    timers,
    listPlaces: async () => [placeOf(forge, options.repo, installation)],
    connect,
    forget: () => {},
    log,
  });
  queue.start((work) => (work.type === "event" ? handleEvent(work) : ticker.handle(work)));
  return { queue, receive, ticker, life, beat: () => beat() };
}

/** The App on this stage: its own receiver, queue and ticker behind the forge's webhooks, on the stage's clock. */
export async function startAppHere(forge: Forge, options: Options) {
  const { appId, installation } = registerApp(forge, { root, repo: options.repo });
  const token = mintToken(forge, installation);
  const create = () => createProcess(forge, { ...options, installation, token });
  let process = create();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    response.end();
    const header = (name: string) => String(request.headers[name]);
    const payload: unknown = JSON.parse(Buffer.concat(chunks).toString("utf8"));
    await process.receive({ id: header("x-github-delivery"), name: header("x-github-event"), payload });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  forge.setWebhookUrl(appId, `http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  return {
    /** What its clock does once an hour. */
    tickAll: () => process.ticker.tickAll(),
    /** A minute of its clock. */
    beat: () => process.beat(),
    /** From now on nothing reaches it and nothing comes of it. */
    kill() {
      process.life.alive = false;
    },
    /** Comes up again, as a new process does; with or without the tick at its start. */
    restart({ ticks = false } = {}) {
      process = create();
      if (ticks) process.ticker.start();
    },
    async idle() {
      await forge.deliveries.idle();
      // What is left of a dead process never ends.
      while (process.life.alive && (await isBusy(process.queue))) await sleep(1);
    },
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function isBusy(queue: Queue): Promise<boolean> {
  const { running, waiting } = await queue.load();
  return running + waiting > 0;
}

function placeOf({ world }: Forge, name: string, installation: number): Place {
  const { id: repositoryId, name: repo, owner } = mustRepo(world, name);
  return { installation, repositoryId, owner: owner.login, repo };
}

/** As GitHub hands one out for the App's key, which is none of this test's business. */
function mintToken({ world }: Forge, installationId: number): string {
  const installation = world.installations.get(installationId)!;
  const { app } = installation;
  const expiresAt = Number.POSITIVE_INFINITY;
  const token = "ghs_of_the_app_on_this_stage";
  const { permissions, bot: user } = app;
  world.tokens.set(token, { kind: "installation", user, app, installation, permissions, expiresAt });
  return token;
}

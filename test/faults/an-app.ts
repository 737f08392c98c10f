import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { createMemory } from "../../app/create-memory.ts";
import { createQueue } from "../../app/create-queue.ts";
import { createReceiver } from "../../app/create-receiver.ts";
import { createTicker } from "../../app/create-ticker.ts";
import type { Place } from "../../app/read-place.ts";
import type { Forge } from "../../local/forge/create-forge.ts";
import { mustRepo } from "../../local/forge/state/world.ts";
import { registerApp } from "../../local/register-app.ts";
import { createPorts } from "./mortals.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** The App in this process: its own receiver, queue and ticker behind the forge's webhooks, on the stage's clock. */
export async function startAppHere(
  forge: Forge,
  options: { repo: string; now: () => Date; say: (message: string, fields?: object) => void },
) {
  const { appId, installation } = registerApp(forge, { root, repo: options.repo });
  const { say } = options;
  const queue = createQueue({ parallel: 4, waiting: 500 }, (error) => say(String(error)));
  const token = mintToken(forge, installation);
  const log = { debug() {}, info: say, warn: say, error: say };
  const connect = async (_: Place, delivery: string) =>
    createPorts(forge, { ...options, token, owner: `app/${delivery}`, fetch });
  const receive = createReceiver({
    queue,
    // As if it had been started anew each time: what counts once has to count once by the ledger.
    done: createMemory(0),
    connect,
    forget: () => {},
    ownLogin: () => "gsd-app[bot]",
    log,
  });
  const ticker = createTicker({
    minutes: 0,
    queue,
    timers: { now: options.now, every: () => () => {} },
    listPlaces: async () => [placeOf(forge, options.repo, installation)],
    connect,
    forget: () => {},
    log,
  });
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    response.end();
    const header = (name: string) => String(request.headers[name]);
    const payload: unknown = JSON.parse(Buffer.concat(chunks).toString("utf8"));
    receive({ id: header("x-github-delivery"), name: header("x-github-event"), payload });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  forge.setWebhookUrl(appId, `http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  return {
    /** What its clock does once an hour. */
    tickAll: ticker.tickAll,
    async idle() {
      await forge.deliveries.idle();
      await queue.drain(60_000);
    },
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
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

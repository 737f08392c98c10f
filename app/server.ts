import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createNodeMiddleware } from "probot";
import { GsdError } from "../core/gsd-error.ts";
import { connect } from "./connect.ts";
import { createApp } from "./create-app.ts";
import { createGitHubApp } from "./create-github-app.ts";
import { createIdentity } from "./create-identity.ts";
import type { AppLog } from "./create-log.ts";
import { createMemory } from "./create-memory.ts";
import { createQueue, type Queue } from "./create-queue.ts";
import { createReceiver } from "./create-receiver.ts";
import { createTokens } from "./create-tokens.ts";
import type { Environment } from "./environment.ts";
import { answerJson, createPages } from "./pages.ts";
import { readBody } from "./read-body.ts";

export const webhookPath = "/api/github/webhooks";

/** GitHub's limits count per installation, so a few loops at once are enough. */
const limits = { parallel: 4, waiting: 500 };
const rememberedDeliveries = 10_000;
const drainMs = 8_000;

/** The App, listening. */
export interface RunningApp {
  url: string;
  /** Takes nothing more, finishes what it has, at most eight seconds long. */
  stop(): Promise<void>;
}

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

export async function startServer(environment: Environment, log: AppLog): Promise<RunningApp> {
  const state = { closing: false };
  const queue = createQueue(limits, (error) => log.error("work failed", { why: String(error) }));
  const app = createGitHubApp(environment, log);
  const identity = createIdentity(app, log);
  const tokens = createTokens(app.mint, () => new Date(Date.now() + environment.clockOffsetMs));
  const receive = createReceiver({
    queue,
    done: createMemory(rememberedDeliveries),
    connect: async (place, delivery) =>
      connect(environment, log, { place, token: await tokens.of(place), delivery }),
    forget: tokens.forget,
    ownLogin: identity.login,
    log,
  });
  const middleware = await createNodeMiddleware(createApp(receive), {
    probot: app.probot,
    webhooksPath: webhookPath,
  });
  const takeWebhook = guardWebhooks(async (...exchange) => void (await middleware(...exchange)), queue);
  const pages = createPages({ identity, queue, isClosing: () => state.closing });
  const server = createServer((request, response) => {
    respond(request, response).catch((error) => {
      log.error("a request failed", { why: String(error) });
      if (!response.headersSent) answerJson(response, 500, { error: "internal" });
    });
  });
  const respond: Handler = async (request, response) => {
    const path = (request.url ?? "/").split("?", 1)[0] ?? "/";
    if (path === webhookPath) return takeWebhook(request, response);
    const page = ["GET", "HEAD"].includes(request.method ?? "") && Object.hasOwn(pages, path) && pages[path];
    return page ? page(response) : answerJson(response, 404, { error: "not found" });
  };
  // GitHub gives up after ten seconds; who is slower is not GitHub.
  Object.assign(server, { requestTimeout: 10_000, headersTimeout: 10_000, keepAliveTimeout: 5_000 });
  const url = await listen(server, environment);
  void identity.problem();
  return {
    url,
    async stop() {
      state.closing = true;
      server.close();
      server.closeIdleConnections();
      const left = await queue.drain(drainMs);
      if (left > 0) log.warn("stopped with work left; the hourly schedule does it", { left });
      server.closeAllConnections();
    },
  };
}

/** What is wrong with a request before its signature is looked at. The rest is probot's. */
function guardWebhooks(next: Handler, queue: Queue): Handler {
  return async (request, response) => {
    if (queue.load().overloaded)
      return answerJson(response, 503, { error: "too many events are waiting; deliver it again later" });
    // The signature covers the body only, and the id goes into the ledger.
    if (!/^[\w-]{1,64}$/.test(String(request.headers["x-github-delivery"] ?? "")))
      return answerJson(response, 400, { error: "X-GitHub-Delivery is missing or malformed" });
    const body = await readBody(request);
    if (body === undefined) {
      response.setHeader("connection", "close");
      return answerJson(response, 413, { error: "the payload is too large" });
    }
    request.body = body;
    return next(request, response);
  };
}

async function listen(server: Server, { host, port }: Environment): Promise<string> {
  const listening = Promise.withResolvers<void>();
  server.once("error", listening.reject);
  server.listen({ host, port }, listening.resolve);
  try {
    await listening.promise;
  } catch (error) {
    throw toListenError(error as NodeJS.ErrnoException, `${host}:${port}`);
  }
  const address = server.address() as AddressInfo;
  return `http://${address.family === "IPv6" ? `[${address.address}]` : address.address}:${address.port}`;
}

function toListenError(error: NodeJS.ErrnoException, place: string): GsdError {
  if (error.code === "EADDRINUSE")
    return new GsdError(
      "port-in-use",
      `${place} is in use by another process; stop it, or set PORT to another port (0 takes any).`,
      { cause: error },
    );
  return new GsdError(
    "cannot-listen",
    `Cannot listen on ${place} (${error.code ?? error.message}); look at HOST and PORT.`,
    { cause: error },
  );
}

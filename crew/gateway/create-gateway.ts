import { chmodSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { GsdError } from "../../core/gsd-error.ts";
import type { Context, Ended } from "./context.ts";
import { createAccount } from "./create-account.ts";
import { createLog } from "./create-log.ts";
import { createPromptBound } from "./create-prompt-bound.ts";
import { createScrubber } from "./create-scrubber.ts";
import { createStopwatch } from "./create-stopwatch.ts";
import { createUpstream } from "./create-upstream.ts";
import type { Gateway, GatewayOptions, GatewayOutcome, UsageEntry } from "./gateway.ts";
import { handleRequest } from "./handle-request.ts";
import { dialects } from "./providers.ts";
import { messageOf, sendRefusal } from "./send-refusal.ts";

const defaultTimeouts = { connectMs: 10_000, firstByteMs: 300_000, idleMs: 180_000, waitMs: 120_000 };
// A conversation of a million tokens, or of a few screenshots.
const defaultRequestBytes = 12_000_000;
const maxAtOnce = 64;

/** Starts a gateway: it holds the key, and engines in a sandbox ask their model through it. */
export async function createGateway(options: GatewayOptions): Promise<Gateway> {
  checkOptions(options);
  const dialect = dialects[options.provider];
  const scrubber = createScrubber(options.key);
  const context: Context = {
    options,
    dialect,
    scrubber,
    account: createAccount(options),
    upstream: await createUpstream(options.baseUrl, dialect),
    promptBound: createPromptBound(),
    timeouts: { ...defaultTimeouts, ...options.timeouts },
    maxRequestBytes: options.maxRequestBytes ?? defaultRequestBytes,
  };
  const log = createLog(options.logFile, scrubber);
  const underWay = new Set<Promise<void>>();
  const stopwatch = createStopwatch();
  let outcome: GatewayOutcome = { type: "none" };

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const at = options.now().toISOString();
    const start = performance.now();
    const ended = await handleRequest(context, request, response);
    if (ended.counts) outcome = nextOutcome(outcome, ended.outcome);
    const full = { at, ...entryOf(options.provider, request, ended), ...timesOf(ended, start) };
    log(full);
    options.onUsage?.(full);
  }

  const server = createServer({ noDelay: true }, (request, response) => {
    response.on("error", () => {});
    if (underWay.size >= maxAtOnce) {
      const message = `More than ${maxAtOnce} requests at once.`;
      sendRefusal(context, response, { refusal: "busy", message });
      return;
    }
    stopwatch.start();
    const work = serve(request, response)
      .catch(() => void response.destroy())
      .finally(() => {
        stopwatch.stop();
        underWay.delete(work);
      });
    underWay.add(work);
  });
  const address = await listen(server, options);
  return {
    address,
    usage: () => context.account.totals(),
    waitedMs: stopwatch.ms,
    outcome: () => outcome,
    async stop() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
      await Promise.all(underWay);
      context.upstream.close();
    },
  };
}

function checkOptions({ key, models, prices, account, socket, port }: GatewayOptions): void {
  const fail = (sentence: string): never => {
    throw new GsdError("gateway", sentence);
  };
  if (key.trim() === "" || /[^\x21-\x7e]/.test(key))
    fail("The model API's key is empty or holds spaces or line breaks.");
  if ((socket === undefined) === (port === undefined)) fail("A gateway needs a socket or a port.");
  if (socket !== undefined && Buffer.byteLength(socket) > 107)
    fail(`The path of the gateway's socket is longer than a socket's may be (107 bytes): ${socket}`);
  const unpriced = account?.limit !== undefined ? models.filter((model) => !prices[model]) : [];
  if (unpriced.length > 0)
    fail(
      `There is a budget but no price for ${unpriced.join(", ")}. Set one under models in .github/gsd.yml.`,
    );
}

/** A budget that was reached stays the reason; an engine that went away says nothing about the provider. */
function nextOutcome(before: GatewayOutcome, now: Ended["outcome"]): GatewayOutcome {
  if (before.type === "budget" || now.type === "client-gone" || now.type === "path-refused") return before;
  return now;
}

function entryOf(provider: GatewayOptions["provider"], request: IncomingMessage, ended: Ended) {
  const { outcome, tokens, usd, status, model, estimated, dropped } = ended;
  const message = messageOf(outcome);
  return {
    provider,
    method: request.method ?? "",
    path: pathOf(request),
    model,
    status,
    ...tokens,
    usd,
    outcome: outcome.type,
    ...(message ? { message } : {}),
    ...(estimated ? { estimated } : {}),
    ...(dropped ? { dropped } : {}),
  } satisfies Partial<UsageEntry>;
}

/** Without its query, which may hold anything. */
function pathOf(request: IncomingMessage): string {
  return (request.url ?? "").split("?")[0]!.slice(0, 200);
}

function timesOf({ firstByteAt }: Ended, start: number): Pick<UsageEntry, "ms" | "firstByteMs"> {
  return { ms: since(start), ...(firstByteAt ? { firstByteMs: since(start, firstByteAt) } : {}) };
}

function since(start: number, end = performance.now()): number {
  return Math.round((end - start) * 10) / 10;
}

function listen(server: Server, { socket, port }: GatewayOptions): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once("error", (cause) =>
      reject(new GsdError("gateway", `The gateway cannot listen on ${socket ?? port}.`, { cause })),
    );
    if (socket === undefined) {
      server.listen(port, "127.0.0.1", () =>
        resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
      );
      return;
    }
    server.listen(socket, () => {
      // The sandbox runs as another user. Who may reach the socket is decided by the folder that it is in.
      chmodSync(socket, 0o666);
      resolve(socket);
    });
  });
}

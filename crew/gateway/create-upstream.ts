import { lookup } from "node:dns";
import { type ClientRequest, Agent as HttpAgent, request as httpRequest } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { BlockList, isIP, type LookupFunction } from "node:net";
import { promisify } from "node:util";
import { GsdError } from "../../core/gsd-error.ts";
import type { Dialect } from "./providers.ts";

export interface UpstreamRequest {
  method: string;
  /** As the engine asked for it, query included. */
  path: string;
  headers: Record<string, string>;
  signal: AbortSignal;
}

/** The one host that a gateway talks to. */
export interface Upstream {
  host: string;
  open(request: UpstreamRequest): ClientRequest;
  close(): void;
}

// Shorter than any provider keeps an idle one: a request must not meet a connection that is just being closed.
const idleMs = 15_000;

/** Connections are kept and certificates checked, whatever the environment says. */
export async function createUpstream(baseUrl: string, dialect: Dialect): Promise<Upstream> {
  const base = parseBase(baseUrl);
  const secure = base.protocol === "https:";
  if (!secure) await checkLocal(base);
  const keep = { keepAlive: true, timeout: idleMs };
  const agent = secure ? new HttpsAgent(keep) : new HttpAgent({ ...keep, lookup: lookUpLocal });
  const prefix = dialect.basePath(base.pathname.replace(/\/+$/, ""));
  const common = {
    agent,
    host: base.hostname.replace(/^\[|\]$/g, ""),
    port: base.port || (secure ? 443 : 80),
  };
  return {
    host: base.host,
    open({ method, path, headers, signal }) {
      const options = { ...common, method, signal, path: `${prefix}${dialect.upstreamPath(path)}` };
      const all = { ...headers, host: base.host };
      if (!secure) return httpRequest({ ...options, headers: all });
      return httpsRequest({ ...options, headers: all, rejectUnauthorized: true });
    },
    close: () => agent.destroy(),
  };
}

function parseBase(baseUrl: string): URL {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  const problem = url ? findProblem(url, baseUrl) : "is not a URL";
  if (!url || problem)
    throw new GsdError(
      "gateway",
      `The base URL of the model API ${problem}. Expected e.g. https://api.example.com/v1.`,
    );
  return url;
}

function findProblem(url: URL, given: string): string | undefined {
  if (url.protocol !== "https:" && url.protocol !== "http:") return "is neither http nor https";
  if (url.username || url.password) return "holds a user or password: the key belongs into its secret";
  if (url.search || url.hash) return "holds a query or fragment";
  if (!given.toLowerCase().includes(`//${url.hostname}`))
    return `names its host oddly: write ${url.hostname}`;
  return undefined;
}

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8, "ipv4");
loopback.addAddress("::1", "ipv6");

function isLoopback(address: string): boolean {
  return loopback.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");
}

/** Plain http stays on this machine, whatever a name says: it is its address that counts. */
async function checkLocal({ hostname }: URL): Promise<void> {
  const host = hostname.replace(/^\[|\]$/g, "");
  const found = isIP(host)
    ? [{ address: host }]
    : await promisify(lookup)(host, { all: true }).catch(() => []);
  if (found.length > 0 && found.every(({ address }) => isLoopback(address))) return;
  throw new GsdError(
    "gateway",
    "The base URL of the model API would send the key unencrypted: use https, or an address of this machine.",
  );
}

/** The same for every connection: a name may have another address by then. */
const lookUpLocal: LookupFunction = (host, options, callback) => {
  lookup(host, { ...options, all: true }, (error, found = []) => {
    const local = found.filter(({ address }) => isLoopback(address));
    const none = new Error(`${host} is not this machine.`);
    if (error || local.length === 0) return callback(error ?? none, []);
    if (options.all) return callback(null, local);
    return callback(null, local[0]?.address ?? "", local[0]?.family);
  });
};

import { type ClientRequest, Agent as HttpAgent, request as httpRequest } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { isIP } from "node:net";
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

/** Connections are kept and certificates checked, whatever the environment says. */
export function createUpstream(baseUrl: string, dialect: Dialect): Upstream {
  const base = parseBase(baseUrl);
  const secure = base.protocol === "https:";
  const agent = secure ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true });
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
  const problem = url ? findProblem(url) : "is not a URL";
  if (!url || problem)
    throw new GsdError(
      "gateway",
      `The base URL of the model API ${problem}. Expected e.g. https://api.example.com/v1.`,
    );
  return url;
}

function findProblem(url: URL): string | undefined {
  if (url.protocol !== "https:" && url.protocol !== "http:") return "is neither http nor https";
  if (url.username || url.password) return "holds a user or password: the key belongs into its secret";
  if (url.search || url.hash) return "holds a query or fragment";
  if (url.protocol === "http:" && !isNear(url.hostname)) return "would send the key unencrypted: use https";
  return undefined;
}

/** This machine, a private network, or a name without a dot, as containers have. */
function isNear(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, "");
  if (isIP(host) === 4) return /^(127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.)/.test(host);
  if (isIP(host) === 6) return host === "::1" || /^f[cd]/i.test(host);
  return !host.includes(".") || host.endsWith(".localhost");
}

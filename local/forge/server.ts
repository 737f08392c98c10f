import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { GsdError } from "../../core/gsd-error.ts";
import { type Api, type Exchange, serveApi } from "./api-server.ts";
import { serveTokens, tokenAddress } from "./authorize/serve-tokens.ts";
import { isGitAddress, serveGitRequest } from "./git-server.ts";
import { isIdentityAddress, serveIdentities } from "./identities.ts";

/** Answers what is neither API nor git. */
export type PageHook = (request: IncomingMessage, response: ServerResponse) => Promise<void> | void;

/** Listens on the loopback address only. */
export async function listen(port: number): Promise<{ server: Server; port: number }> {
  const server = createServer();
  // Agents keep connections; the forge must still end at once.
  server.keepAliveTimeout = 5_000;
  await new Promise<void>((resolve, reject) => {
    server.once("error", (cause: NodeJS.ErrnoException) => reject(portError(port, cause)));
    server.listen(port, "127.0.0.1", resolve);
  });
  return { server, port: (server.address() as AddressInfo).port };
}

function portError(port: number, cause: NodeJS.ErrnoException): Error {
  if (cause.code !== "EADDRINUSE") return cause;
  return new GsdError(
    "port-in-use",
    `Port ${port} on 127.0.0.1 is in use. Stop what listens there, or choose another port (0 takes any free one).`,
    { cause },
  );
}

/** Hands each request to the API, to git, to downloads, or to the pages. */
export function handleRequests(server: Server, api: Api, pages: () => PageHook | undefined): void {
  server.on("request", (request, response) => {
    serve(api, { request, response }, pages()).catch((error: unknown) => {
      api.counter.crash(request.url ?? "", error);
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });
}

async function serve(api: Api, exchange: Exchange, pages: PageHook | undefined): Promise<void> {
  const { request, response } = exchange;
  const url = new URL(request.url ?? "/", api.world.urls.server);
  if (url.pathname === "/api/graphql" || url.pathname === "/api/v3" || url.pathname.startsWith("/api/v3/"))
    return serveApi(api, url, exchange);
  if (isGitAddress(url.pathname)) {
    api.counter.stats.git++;
    return serveGitRequest(api.world, url, exchange);
  }
  if (isIdentityAddress(url.pathname)) return serveIdentities(api.world.identities, url, exchange);
  if (url.pathname === tokenAddress) return serveTokens(api.world, exchange);
  const key = /^\/_downloads\/(\w+)$/.exec(url.pathname)?.[1];
  if (key) return serveDownload(api, key, response);
  if (pages) return pages(request, response);
  request.resume();
  response.writeHead(404, { "content-type": "text/plain" });
  response.end("Not Found\n");
}

function serveDownload(api: Api, key: string, response: ServerResponse): void {
  const file = api.world.downloads.get(key)?.();
  response.writeHead(file ? 200 : 404, { "content-type": file?.contentType ?? "text/plain" });
  response.end(file?.body ?? "Not Found\n");
}

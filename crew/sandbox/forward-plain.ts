import { request as ask, type IncomingMessage, type ServerResponse } from "node:http";
import type { Socket } from "node:net";

interface PlainExchange {
  request: IncomingMessage;
  response: ServerResponse;
  /** Connected to an address that was checked. */
  server: Socket;
  url: URL;
}

/** Headers of one hop (RFC 9110, 7.6.1), and what is meant for us. */
const ownHeaders = new Set([
  ...["connection", "keep-alive", "proxy-connection", "proxy-authenticate", "proxy-authorization"],
  ...["te", "trailer", "transfer-encoding", "upgrade", "host"],
]);

/** One request in the clear, written anew, so that nothing but that request reaches the server. */
export function forwardPlain({ request, response, server, url }: PlainExchange): void {
  const headers = Object.fromEntries(
    Object.entries(request.headers).filter(([name]) => !ownHeaders.has(name)),
  );
  const outgoing = ask({
    createConnection: () => server,
    method: request.method,
    path: `${url.pathname}${url.search}`,
    headers: { ...headers, host: url.host, connection: "close" },
  });
  outgoing.on("response", (answer) => {
    const kept = Object.entries(answer.headers).filter(([name]) => !ownHeaders.has(name));
    response.writeHead(answer.statusCode ?? 502, Object.fromEntries(kept));
    answer.pipe(response);
  });
  outgoing.on("error", () => (response.headersSent ? response.destroy() : response.writeHead(502).end()));
  response.on("close", () => outgoing.destroy());
  request.pipe(outgoing);
}

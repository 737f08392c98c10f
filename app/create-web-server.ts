import { createServer, type Server, type ServerResponse } from "node:http";
import type { Handler } from "./guard-webhooks.ts";
import { limitConnections } from "./limit-connections.ts";
import { answerJson } from "./pages.ts";

export interface DoorLimits {
  /** A request is here this long after its first byte, or it is none. */
  requestMs: number;
  connections: number;
}

/** A server that nobody can hold: each request has its time, and connections have a number. */
/** An answer that is not over when its handler is. */
function isStream({ headersSent, writableEnded }: ServerResponse): boolean {
  return headersSent && !writableEnded;
}

export function createWebServer(
  { requestMs, connections }: DoorLimits,
  handle: Handler,
  onError: (error: unknown) => void,
): Server {
  const server = createServer(
    {
      requestTimeout: requestMs,
      headersTimeout: requestMs,
      // Node looks for what is over its time only every half minute, unless it is told to.
      connectionsCheckingInterval: requestMs / 10,
    },
    (request, response) => {
      response.once("finish", () => {
        if (response.statusCode < 400) known.favour(request.socket);
      });
      const handled = handle(request, response).then(() => {
        if (!isStream(response)) return;
        known.spare(request.socket);
        // Whatever comes after it on this connection would not be counted.
        response.once("finish", () => request.socket.destroySoon());
      });
      handled.catch((error) => {
        onError(error);
        if (!response.headersSent) answerJson(response, 500, { error: "internal" });
      });
    },
  );
  const known = limitConnections(server, connections);
  return server;
}

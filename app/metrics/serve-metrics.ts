import { createServer, type Server } from "node:http";
import { listen } from "../listen.ts";
import type { Metrics } from "./create-metrics.ts";

/** Serves /metrics at an address of its own, so that what the world reaches does not show it. */
export async function serveMetrics(
  metrics: Metrics,
  place: { host: string; port: number },
): Promise<{ url: string; close(): void }> {
  const server: Server = createServer({ requestTimeout: 5_000 }, (request, response) => {
    if (request.method !== "GET" || request.url?.split("?", 1)[0] !== "/metrics")
      return void response.writeHead(404).end();
    metrics.read().then(
      ({ type, text }) => response.writeHead(200, { "content-type": type }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  const url = await listen(server, place);
  return {
    url: `${url}/metrics`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createWeb } from "../../web/pages.ts";
import type { Source } from "../../web/source.ts";
import { now } from "../builders/a-track.ts";

/** The pages on a free port of loopback, with what a test says they read. */
export async function serve(source: Source, port = 0): Promise<{ url: string; close(): Promise<void> }> {
  const web = createWeb({ site: "https://github.com", now: () => new Date(now) });
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? "/", "http://localhost");
    const { status, headers, body } = await web.answer({ method: request.method ?? "GET", url, source });
    response.writeHead(status, headers).end(body);
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const { port: taken } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${taken}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

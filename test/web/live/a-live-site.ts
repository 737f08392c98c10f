import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { address } from "../../../web/address.ts";
import { createChanges } from "../../../web/live/changes.ts";
import { createStreams, type StreamLimits, streamLimits } from "../../../web/live/create-streams.ts";
import { createWeb } from "../../../web/pages.ts";
import type { Source } from "../../../web/source.ts";
import { now } from "../../builders/a-track.ts";

export interface LiveOptions {
  source: Source;
  port?: number;
  limits?: Partial<StreamLimits>;
  /** Who listens, by the request's header `x-session`. */
  isAllowed?: () => Promise<boolean>;
}

/** The pages with their changes, as the App and the local GitHub have them. */
export async function aLiveSite({
  source,
  port = 0,
  limits = {},
  isAllowed = async () => true,
}: LiveOptions) {
  const changes = createChanges(randomUUID());
  const streams = createStreams(changes, { ...streamLimits, quietMs: 5, ...limits });
  const web = createWeb({ site: "https://github.com", now: () => new Date(now), seen: changes.seen });
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? "/", "http://localhost");
    if (url.pathname === address.live()) {
      const [owner, name] = (url.searchParams.get("repository") ?? "octo/shop").split("/");
      return streams.open(response, {
        session: String(request.headers["x-session"] ?? "one"),
        seen: url.searchParams.get("seen") ?? "",
        concerns: (other) => other.owner === owner && other.name === name,
        isAllowed,
      });
    }
    const { status, headers, body } = await web.answer({ method: "GET", url, source });
    response.writeHead(status, headers).end(body);
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const { port: taken } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${taken}`,
    port: taken,
    changes,
    streams,
    async [Symbol.asyncDispose]() {
      streams.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

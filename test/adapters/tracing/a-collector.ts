import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A span as it came over the wire. */
export interface Received {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  status?: { code?: number; message?: string };
  attributes: { key: string; value: Record<string, unknown> }[];
}

interface Export {
  resourceSpans: { resource: { attributes: Received["attributes"] }; scopeSpans: { spans: Received[] }[] }[];
}

export interface Collector extends AsyncDisposable {
  url: string;
  spans: Received[];
  /** The whole of what came, for what must not be in it. */
  bodies: string[];
  headers: IncomingMessage["headers"][];
  services: Set<string>;
  requests(): number;
}

/** How a collector behaves. */
export type Manner = "takes" | "hangs" | "trickles" | "breaks" | "refuses";

/** What OpenTelemetry's collector is to us: OTLP over HTTP, on loopback. */
export async function aCollector(manner: Manner = "takes"): Promise<Collector> {
  const [spans, bodies, services]: [Received[], string[], Set<string>] = [[], [], new Set()];
  const headers: IncomingMessage["headers"][] = [];
  const server = createServer((request, response) => {
    headers.push(request.headers);
    let body = "";
    request.on("data", (chunk) => (body += chunk));
    request.on("end", () => {
      bodies.push(body);
      if (manner !== "takes") return misbehave(manner, response);
      for (const { resource, scopeSpans } of (JSON.parse(body) as Export).resourceSpans) {
        const name = resource.attributes.find(({ key }) => key === "service.name");
        services.add(String(name?.value["stringValue"]));
        spans.push(...scopeSpans.flatMap((scope) => scope.spans));
      }
      response.writeHead(200, { "content-type": "application/json" }).end("{}");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ...{ spans, bodies, headers, services },
    requests: () => headers.length,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function misbehave(manner: Exclude<Manner, "takes">, response: ServerResponse): void {
  if (manner === "hangs") return;
  if (manner === "breaks") return void response.writeHead(500).end("no");
  if (manner === "refuses") return void response.writeHead(401).end("who are you");
  response.writeHead(200);
  const timer = setInterval(() => response.write(" "), 50);
  response.on("close", () => clearInterval(timer));
}

/** The names of spans as a tree, with what is wrong: a parent that nobody sent. */
export function treeOfSpans(spans: readonly Received[]): string[] {
  const ids = new Set(spans.map(({ spanId }) => spanId));
  const tell = (parent: string | undefined, depth: number): string[] =>
    spans
      .filter((span) => (span.parentSpanId || undefined) === parent)
      .toSorted((a, b) => (BigInt(a.startTimeUnixNano) < BigInt(b.startTimeUnixNano) ? -1 : 1))
      .flatMap((span) => [`${" ".repeat(depth)}${span.name}`, ...tell(span.spanId, depth + 1)]);
  const lost = spans.filter(({ parentSpanId }) => parentSpanId && !ids.has(parentSpanId));
  return [...tell(undefined, 0), ...lost.map(({ name }) => `lost: ${name}`)];
}

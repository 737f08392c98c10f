import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

/** One address in front of replicas: in turns, and to the next where one cannot be reached. */
export async function aBalancer() {
  const replicas = new Set<string>();
  let turn = 0;
  let accepted = 0;
  let onAccepted: (count: number) => void = () => {};

  const forward = async (request: IncomingMessage, body: Buffer): Promise<number> => {
    const order = [...replicas];
    turn += 1;
    for (let at = 0; at < order.length; at += 1) {
      const status = await send(`${order[(turn + at) % order.length]}`, request, body);
      if (status !== undefined) return status;
    }
    return 502;
  };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const status = await forward(request, Buffer.concat(chunks));
    if (status === 200) {
      accepted += 1;
      onAccepted(accepted);
    }
    response.writeHead(status).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    replicas,
    /** Hears how many webhooks were answered with 200 so far. */
    listen(hear: (count: number) => void) {
      onAccepted = hear;
    },
    accepted: () => accepted,
    [Symbol.dispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Undefined where the replica was not there, or died before it answered. */
async function send(url: string, { headers }: IncomingMessage, body: Buffer): Promise<number | undefined> {
  const names = ["content-type", "x-github-event", "x-github-delivery", "x-hub-signature-256"];
  try {
    const answer = await fetch(url, {
      method: "POST",
      body: new Uint8Array(body),
      headers: Object.fromEntries(names.map((name) => [name, String(headers[name])])),
    });
    await answer.arrayBuffer();
    return answer.status;
  } catch {
    return undefined;
  }
}

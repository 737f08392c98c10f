import { createServer, type IncomingMessage } from "node:http";
import { listen } from "./listen.ts";
import { aWorld } from "./sample-world.ts";

interface StubCall {
  method: string;
  path: string;
  token: string;
  body: unknown;
}

/** An API that answers reads from a table and notes down writes: enough for the pages, which know only REST. */
export async function startStubApi(answers: Record<string, unknown> = aWorld()) {
  const writes: StubCall[] = [];
  const server = createServer(async (request, response) => {
    const { pathname, search } = new URL(request.url ?? "/", "http://localhost");
    const path = decodeURIComponent(pathname);
    const reply = (status: number, body: unknown) => {
      const text = typeof body === "string" || Buffer.isBuffer(body) ? body : JSON.stringify(body);
      response.writeHead(status).end(text);
    };
    if (request.method !== "GET") {
      const token = request.headers.authorization?.replace("Bearer ", "") ?? "";
      if (token === "visitor-token" && !path.endsWith("/comments")) {
        return reply(403, { message: "Must have admin rights to Repository." });
      }
      writes.push({ method: request.method ?? "", path, token, body: await readJson(request) });
      return reply(200, { number: 7 });
    }
    const key = [path + search, path].find((name) => name in answers);
    return key === undefined ? reply(404, { message: "Not Found" }) : reply(200, answers[key]);
  });
  const { url, close } = await listen(server);
  return { url, writes, [Symbol.asyncDispose]: close };
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const text = (await request.toArray()).join("");
  return text ? JSON.parse(text) : undefined;
}

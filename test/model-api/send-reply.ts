import type { ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { renderChat } from "./chat.ts";
import type { ModelRequest } from "./create-model-api.ts";
import { failureBody, failureEvent } from "./failures.ts";
import { renderGemini } from "./gemini.ts";
import { lieAbout } from "./lie-about.ts";
import { renderMessages } from "./messages.ts";
import { type Answer, cutInto, partsOf, type Rendered, type Reply, usageOf, type Wire } from "./reply.ts";
import { renderResponses } from "./responses.ts";

const renderers: Record<Wire, (scene: Parameters<typeof renderChat>[0]) => Rendered> = {
  messages: renderMessages,
  responses: renderResponses,
  chat: renderChat,
  gemini: renderGemini,
};

/** Performs one reply on a connection. */
export async function sendReply(
  response: ServerResponse,
  request: ModelRequest,
  reply: Reply,
): Promise<void> {
  switch (reply.type) {
    case "fail": {
      // Google names the wait in the body only.
      const wait = request.wire === "gemini" ? undefined : reply.retryAfter;
      const headers = { ...(wait === undefined ? {} : { "retry-after": String(wait) }), ...reply.headers };
      return sendJson(response, failureBody(request.wire, reply), { status: reply.status, headers });
    }
    case "fail-inside":
      openStream(response);
      response.end(failureEvent(request.wire, reply));
      return;
    case "stall":
    case "cut":
      return stop(response, request, reply);
    case "malformed":
      if (request.stream) openStream(response);
      response.end(request.stream ? 'data: {"type":"nonsense\n\ndata: <html>\n\n' : "<html>not JSON");
      return;
    case "raw":
      response.writeHead(reply.status ?? 200, { "content-type": "text/event-stream", ...reply.headers });
      return write(response, reply.chunks, reply.everyMs ?? 0);
    default:
      return answer(response, request, reply);
  }
}

export function sendJson(
  response: ServerResponse,
  body: object,
  { status = 200, headers = {} }: { status?: number; headers?: Record<string, string> } = {},
): void {
  response.writeHead(status, { "content-type": "application/json", "request-id": "req_0", ...headers });
  response.end(JSON.stringify(body));
}

async function answer(response: ServerResponse, request: ModelRequest, reply: Answer): Promise<void> {
  const rendered = lieAbout(render(request, reply), reply.lie);
  const hidden = reply.lie === "content-type";
  if (!request.stream) {
    if (reply.pace) await sleep(reply.pace.everyMs);
    return sendJson(response, rendered.body, hidden ? { headers: { "content-type": streamType } } : {});
  }
  openStream(response, hidden ? "application/json" : streamType);
  await write(response, rendered.events, reply.pace?.everyMs ?? 0);
}

function render(request: ModelRequest, reply: Answer): Rendered {
  return renderers[request.wire]({
    ...{ model: request.model, turn: request.turn, request: request.body },
    parts: partsOf(reply, request.tools, request.turn),
    usage: usageOf(reply),
    pieces: cutInto(reply.pace?.characters ?? 12),
  });
}

async function stop(
  response: ServerResponse,
  request: ModelRequest,
  reply: Extract<Reply, { type: "stall" | "cut" }>,
): Promise<void> {
  if (reply.type === "stall" && reply.headers === false) return;
  openStream(response);
  const text = "The quick brown fox jumps over the lazy dog. ".repeat(5);
  const { events } = render(request, { type: "text", text });
  for (const event of events.slice(0, reply.events ?? 0)) response.write(event);
  if (reply.type === "stall") return;
  await sleep(30);
  response.destroy();
}

const streamType = "text/event-stream; charset=utf-8";

function openStream(response: ServerResponse, type = streamType): void {
  response.writeHead(200, {
    "content-type": type,
    "cache-control": "no-cache",
  });
  response.flushHeaders();
}

async function write(response: ServerResponse, chunks: (string | Buffer)[], everyMs: number): Promise<void> {
  for (const chunk of chunks) {
    if (response.destroyed) return;
    const room = response.write(chunk);
    if (everyMs > 0) await sleep(everyMs);
    else if (!room) await drained(response);
  }
  response.end();
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      response.off("drain", done);
      response.off("close", done);
      resolve();
    };
    response.once("drain", done);
    response.once("close", done);
  });
}

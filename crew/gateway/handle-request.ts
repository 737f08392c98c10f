import type { IncomingMessage, ServerResponse } from "node:http";
import { checkRequest } from "./check-request.ts";
import type { Context, Ended } from "./context.ts";
import { type Found, findRoute } from "./find-route.ts";
import { forward } from "./forward.ts";
import { noTokens } from "./guess-tokens.ts";
import { readBody } from "./read-request.ts";
import { messageOf, sendRefusal } from "./send-refusal.ts";

const nothing = { tokens: noTokens, usd: 0 };

/** One request from an engine, from its first line to the end of its answer. */
export async function handleRequest(
  context: Context,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<Ended> {
  const found = findRoute(context.dialect, request.method ?? "", request.url ?? "");
  if (!found) {
    const message =
      "The gateway forwards only what an engine needs to ask its model; this path is not among it.";
    const status = sendRefusal(context, response, { refusal: "path", message });
    return { ...nothing, outcome: { type: "path-refused", message }, counts: false, status };
  }
  const body = await readBody(request, context.maxRequestBytes);
  if (typeof body !== "string") {
    const { bytes } = body;
    return await answer(context, found, { request, response, bytes }).finally(body.release);
  }
  const words = {
    "too-large": `The request is larger than ${context.maxRequestBytes} bytes.`,
    busy: "The requests under way are too large together. Ask again when some of them are over.",
  };
  const message = words[body];
  const status = sendRefusal(context, response, { refusal: body, message });
  const counts = found.route.wire !== undefined && !found.route.free;
  return { ...nothing, outcome: { type: "request-refused", message }, counts, status };
}

async function answer(
  context: Context,
  found: Found,
  { request, response, bytes }: { request: IncomingMessage; response: ServerResponse; bytes: Buffer },
): Promise<Ended> {
  const { wire, free } = found.route;
  if (!wire) return forward(context, { found, request, response });
  const encoding = request.headers["content-encoding"];
  const checked = checkRequest({ found, wire, bytes, encoding }, context.options);
  if ("write" in checked) return forward(context, { found, request, response, checked });
  const { refusal, outcome, model } = checked;
  const status = sendRefusal(context, response, { refusal, message: messageOf(outcome) });
  return { ...nothing, outcome, counts: !free, status, model };
}

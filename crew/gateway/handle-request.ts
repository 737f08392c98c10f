import type { IncomingMessage, ServerResponse } from "node:http";
import { checkRequest } from "./check-request.ts";
import type { Context, Ended } from "./context.ts";
import { findRoute } from "./find-route.ts";
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
  const { options, dialect, account } = context;
  const found = findRoute(dialect, request.method ?? "", request.url ?? "");
  if (!found) {
    const message =
      "The gateway forwards only what an engine needs to ask its model; this path is not among it.";
    const status = sendRefusal(context, response, { refusal: "path", message });
    return { ...nothing, outcome: { type: "path-refused", message }, counts: false, status };
  }
  const counts = found.route.wire !== undefined && !found.route.free;
  const bytes = await readBody(request, context.maxRequestBytes);
  if (bytes === "too-large") {
    const message = `The request is larger than ${context.maxRequestBytes} bytes.`;
    const status = sendRefusal(context, response, { refusal: "too-large", message });
    return { ...nothing, outcome: { type: "request-refused", message }, counts, status };
  }
  if (!found.route.wire) return forward(context, { found, request, response });

  const encoding = request.headers["content-encoding"];
  const checked = checkRequest({ found, wire: found.route.wire, bytes, encoding }, options, account);
  if ("bytes" in checked) return forward(context, { found, request, response, checked });
  const { refusal, outcome, model } = checked;
  const status = sendRefusal(context, response, { refusal, message: messageOf(outcome) });
  return { ...nothing, outcome, counts, status, model };
}

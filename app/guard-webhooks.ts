import type { IncomingMessage, ServerResponse } from "node:http";
import type { Queue } from "./create-queue.ts";
import { answerJson } from "./pages.ts";
import { readBody } from "./read-body.ts";

export type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<unknown>;

/** What is wrong with a webhook before its signature is looked at. The rest is probot's. */
export function guardWebhooks(verify: Handler, queue: Pick<Queue, "load">): Handler {
  return async (request, response) => {
    if (queue.load().overloaded)
      return answerJson(response, 503, { error: "too many events are waiting; deliver it again later" });
    // The signature covers the body only, and the id goes into the ledger.
    if (!/^[\w-]{1,64}$/.test(String(request.headers["x-github-delivery"] ?? "")))
      return answerJson(response, 400, { error: "X-GitHub-Delivery is missing or malformed" });
    const body = await readBody(request);
    if (body === undefined) return answerJson(response, 413, { error: "the payload is too large" });
    request.body = body;
    return verify(request, response);
  };
}

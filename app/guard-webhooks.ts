import type { IncomingMessage, ServerResponse } from "node:http";
import type { Queue } from "./create-queue.ts";
import { answerJson } from "./pages.ts";
import { readBody } from "./read-body.ts";
import { installationIn } from "./read-place.ts";

export type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<unknown>;

/** What is wrong with a webhook before its signature is looked at. The rest is probot's. */
export function guardWebhooks(verify: Handler, queue: Pick<Queue, "load" | "isFull">): Handler {
  return async (request, response) => {
    // The signature covers the body only, and the id goes into the ledger.
    if (!/^[\w-]{1,64}$/.test(String(request.headers["x-github-delivery"] ?? "")))
      return answerJson(response, 400, { error: "X-GitHub-Delivery is missing or malformed" });
    const body = await readBody(request);
    if (body === undefined) return answerJson(response, 413, { error: "the payload is too large" });
    if (queue.load().full > 0 && queue.isFull(installationIn(body) ?? 0))
      return answerJson(response, 503, {
        error: "too many events of this installation are waiting; deliver it again later",
      });
    request.body = body;
    return verify(request, response);
  };
}

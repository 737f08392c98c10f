import type { Handler } from "../guard-webhooks.ts";
import { handledEvents } from "../handled-events.ts";
import type { Metrics } from "./create-metrics.ts";

/** Counts webhooks and the time until they are answered; whoever sends them may call an event anything. */
export function timeWebhooks(metrics: Metrics, handle: Handler): Handler {
  return async (request, response) => {
    const started = performance.now();
    const name = handledEvents.find((known) => known === request.headers["x-github-event"]);
    const event = name ?? "others";
    response.once("finish", () => {
      metrics.add("gsd_webhooks_total", { event, status: String(response.statusCode) });
      metrics.observe("gsd_webhook_seconds", (performance.now() - started) / 1000, { event });
    });
    return await handle(request, response);
  };
}

import type { ServerResponse } from "node:http";
import type { Context } from "./context.ts";
import type { Refusal } from "./providers.ts";

/** Says no in the provider's own words, so that the engine understands it and stops. */
export function sendRefusal(
  { dialect, scrubber }: Pick<Context, "dialect" | "scrubber">,
  response: ServerResponse,
  { refusal, message }: { refusal: Refusal; message: string },
): number {
  const status = dialect.statuses[refusal];
  if (response.headersSent || response.destroyed) return status;
  // Part of the request may be unread: this connection is of no more use.
  const close = refusal === "too-large" || refusal === "busy" ? { connection: "close" } : {};
  response.writeHead(status, { "content-type": "application/json", "x-should-retry": "false", ...close });
  response.end(scrubber.text(JSON.stringify(dialect.error(refusal, message))));
  return status;
}

export function messageOf(outcome: object): string {
  return "message" in outcome ? String(outcome.message) : "";
}

import type { IncomingMessage, ServerResponse } from "node:http";
import { parseObject } from "../../core/text/parse-object.ts";
import type { Scrubber } from "./create-scrubber.ts";
import { decideOutcome, parseFault } from "./decide-outcome.ts";
import type { GatewayOutcome } from "./gateway.ts";
import { passBack } from "./headers.ts";
import type { Dialect } from "./providers.ts";

const maxBytes = 1_000_000;

interface Manner {
  dialect: Dialect;
  scrubber: Scrubber;
  now: Date;
}

/** Passes a provider's failure on and says of what type it is. */
export async function passFailure(
  answer: IncomingMessage,
  response: ServerResponse,
  { dialect, scrubber, now }: Manner,
): Promise<{ outcome: GatewayOutcome; status: number }> {
  const { statusCode: status = 502, headers } = answer;
  if (status < 400) {
    answer.destroy();
    const what = status < 300 ? "a compressed answer" : `a redirect (${status}), which is not followed`;
    const message = `The model API answered with ${what}. Check the base URL.`;
    sendJson(response, dialect.statuses.upstream, dialect.error("upstream", message));
    return {
      outcome: { type: "unreachable", code: `HTTP_${status}`, message },
      status: dialect.statuses.upstream,
    };
  }
  const text = scrubber.text(await readText(answer));
  const outcome = decideOutcome({ status, fault: parseFault(parseObject(text) ?? {}), headers, now });
  if (status === 401) {
    // Providers show parts of a wrong key in this message.
    const message = "The provider refused the API key that the gateway holds.";
    sendJson(response, status, dialect.error("auth", message));
    return { outcome: { type: "auth", status, message }, status };
  }
  response.writeHead(status, passBack(headers, scrubber));
  response.end(text);
  return { outcome, status };
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json", "x-should-retry": "false" });
  response.end(JSON.stringify(body));
}

/** What there is of a body, up to a bound; a failure's words may break off. */
function readText(answer: IncomingMessage): Promise<string> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const done = () => resolve(Buffer.concat(chunks).toString("utf8"));
    answer.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size <= maxBytes) chunks.push(chunk);
      else answer.destroy();
    });
    answer.on("end", done);
    answer.on("close", done);
    answer.on("error", done);
  });
}

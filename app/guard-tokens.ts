import type { IncomingMessage } from "node:http";
import type { TokenRefusal } from "../core/model/access.ts";
import { record } from "../core/trigger/read-json.ts";
import type { Exchange, ExchangeRequest } from "./create-exchange.ts";
import type { Intake, Reading } from "./create-intake.ts";
import type { Handler } from "./guard-webhooks.ts";
import { answerJson } from "./pages.ts";

export interface TokenDoor {
  intake: Intake;
  /** Undefined where the operator wants no tokens to be given. */
  exchange: Exchange | undefined;
}

const statuses: Partial<Record<TokenRefusal, number>> = {
  off: 404,
  malformed: 400,
  signature: 401,
  issuer: 401,
  audience: 401,
  expired: 401,
  again: 409,
  "too-many": 429,
  unavailable: 503,
};

/** Takes requests for a token; each refusal has its word, and nothing that a stranger sends is sent back. */
export function guardTokens({ intake, exchange }: TokenDoor): Handler {
  return async (request, response) => {
    const refuse = (why: TokenRefusal, status = statuses[why] ?? 403) => {
      if (!request.complete) response.setHeader("connection", "close");
      answerJson(response, status, { error: why });
    };
    if (!exchange) return refuse("off");
    if (!isJson(request)) return refuse("malformed", 415);
    const reading = await intake.read(request);
    if (reading.type === "gone") return;
    if (reading.type === "too-large") return refuse("malformed", 413);
    if (reading.type === "too-slow") return refuse("too-many", 408);
    const asked = takeRequest(reading);
    if (!asked) return refuse("malformed");
    const grant = await exchange(asked);
    if (grant.type === "refused") return refuse(grant.why);
    answerJson(response, 200, { token: grant.token.token, expires_at: grant.token.expiresAt });
  };
}

function isJson({ headers }: IncomingMessage): boolean {
  return /^application\/json\s*(;|$)/i.test(String(headers["content-type"] ?? ""));
}

function takeRequest(body: Extract<Reading, { type: "body" }>): ExchangeRequest | undefined {
  try {
    const { identity, key } = record(JSON.parse(body.bytes.toString("utf8")));
    return typeof identity === "string" && typeof key === "string" ? { identity, key } : undefined;
  } catch {
    return undefined;
  } finally {
    body.release();
  }
}

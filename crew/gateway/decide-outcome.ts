import type { IncomingHttpHeaders } from "node:http";
import type { GatewayOutcome } from "./gateway.ts";
import { isObject } from "./wires/shape.ts";
import { type Body, numberIn, objectsIn } from "./wires/wire.ts";

/** What a provider says about a failure, whatever its wire. */
export interface Fault {
  /** Types, codes and reasons that it gives, in no order. */
  codes: string[];
  message: string;
  /** Google's way to say when to come back. */
  retryMs?: number;
  status?: number;
}

/** The failure in a body or in an event of a stream; nothing if it holds none. */
export function parseFault(body: Body): Fault | undefined {
  const response = isObject(body["response"]) ? body["response"] : {};
  const error = body["error"] ?? response["error"] ?? (body["type"] === "error" ? body : undefined);
  if (typeof error === "string") return { codes: [], message: error };
  if (!isObject(error)) return undefined;
  const details = objectsIn(error["details"]);
  const codes = [error["type"], error["code"], error["status"], ...details.map((detail) => detail["reason"])];
  const delays = details.map((detail) => /^(.+)s$/.exec(String(detail["retryDelay"]))?.[1] ?? "");
  const retryMs = delays.map((delay) => waitOf(delay, 1_000)).find((ms) => ms !== undefined);
  return {
    codes: codes.filter((code) => typeof code === "string"),
    message: typeof error["message"] === "string" ? error["message"] : "",
    retryMs,
    status: numberIn(error["code"]),
  };
}

interface Failed {
  status: number;
  fault: Fault | undefined;
  headers: IncomingHttpHeaders;
  now: Date;
}

/** The type of a provider's failure: by its own codes where they say more than the status. */
export function decideOutcome({ status: given, fault, headers, now }: Failed): GatewayOutcome {
  const status = given < 400 ? (fault?.status ?? 0) : given;
  const message = (fault?.message || `The provider answered with ${status}.`).slice(0, 500);
  const has = (...codes: string[]) => codes.some((code) => fault?.codes.includes(code));
  if (
    status === 402 ||
    has("billing_error", "insufficient_quota", "enforced_spend_limit_reached", "usage_limit_reached") ||
    // Anthropic has no code for it: an empty account is an `invalid_request_error` with these words.
    /credit balance is too low/i.test(message)
  )
    return { type: "billing", status, message };
  if (status === 401 || status === 403 || has(...authCodes)) return { type: "auth", status, message };
  if (status === 429 || has("rate_limit_error", "rate_limit_exceeded", "RESOURCE_EXHAUSTED")) {
    const until = findUntil(headers, fault, now);
    return { type: "rate-limited", ...(until ? { until: until.toISOString() } : {}), message };
  }
  if (status === 529 || status === 503 || has(...overloadedCodes))
    return { type: "overloaded", status, message };
  if (status >= 500 || has("api_error", "server_error", "INTERNAL"))
    return { type: "server-error", status, message };
  // Streams that fail carry no status: only some of their codes blame the request.
  const blamed =
    status >= 400 || fault?.codes.some((code) => /invalid|not_found|too_large|policy/i.test(code));
  return { type: blamed ? "invalid-request" : "server-error", status, message };
}

const authCodes = [
  ...["authentication_error", "permission_error", "invalid_api_key"],
  ...["UNAUTHENTICATED", "PERMISSION_DENIED", "API_KEY_INVALID"],
];
const overloadedCodes = ["overloaded_error", "server_is_overloaded", "slow_down", "UNAVAILABLE"];

/** When to come back, by any of the ways in which providers say it. */
function findUntil(headers: IncomingHttpHeaders, fault: Fault | undefined, now: Date): Date | undefined {
  const text = (name: string) => String(headers[name] ?? "").trim();
  const wait = waitOf(text("retry-after-ms"), 1) ?? waitOf(text("retry-after"), 1_000) ?? fault?.retryMs;
  if (wait !== undefined) return new Date(now.getTime() + wait);
  const dates = ["retry-after", "anthropic-ratelimit-unified-reset", "anthropic-ratelimit-requests-reset"];
  const waits = dates.map((name) => Date.parse(text(name)) - now.getTime()).filter((ms) => ms > 0);
  return waits[0] === undefined ? undefined : new Date(now.getTime() + Math.min(waits[0], maxWaitMs));
}

// Whoever names more is wrong, or will be asked again in vain once a day.
const maxWaitMs = 24 * 3_600_000;

/** A wait as headers give it, in milliseconds, held to a day; nothing for what is not a number. */
export function waitOf(text: string, unitMs: number): number | undefined {
  if (!/^\d+(\.\d+)?(e\+?\d+)?$/i.test(text)) return undefined;
  return Math.min(Number(text) * unitMs, maxWaitMs);
}

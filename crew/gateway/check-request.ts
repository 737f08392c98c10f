import { type Account, dollars } from "./create-account.ts";
import type { Found } from "./find-route.ts";
import type { GatewayOptions, GatewayOutcome } from "./gateway.ts";
import { guessTokens, noTokens } from "./guess-tokens.ts";
import type { Refusal } from "./providers.ts";
import { modelsOf, parseBody } from "./read-request.ts";
import type { Body, Wire } from "./wires/wire.ts";

/** A request that may pass. */
export interface Checked {
  model: string;
  stream: boolean;
  /** What is sent on: written anew, so that what was checked is what is read. */
  bytes: Buffer;
  /** For estimates. */
  characters: number;
  dropped: string[];
}

export interface Refused {
  refusal: Refusal;
  outcome: GatewayOutcome;
  model?: string;
}

// Assumed for an answer that comes in one piece, where the request sets no limit.
const usualOutput = 8_192;

/** Holds a request to the allowed models, content and budget. */
export function checkRequest(
  given: { found: Found; wire: Wire; bytes: Buffer; encoding: string | undefined },
  options: GatewayOptions,
  account: Account,
): Checked | Refused {
  const { found, wire } = given;
  const body = parseBody(given.bytes, given.encoding);
  if (typeof body === "string") return refuse(`The gateway refused the request: ${body}.`);

  const models = modelsOf(body, found.model);
  const model = models[0] ?? "";
  const other = models.length === 0 ? "" : models.find((name) => !options.models.includes(name));
  if (other !== undefined) {
    const message = `The model "${other.slice(0, 100)}" is not allowed here. Allowed: ${options.models.join(", ")}.`;
    return { refusal: "model", outcome: { type: "model-refused", model: other.slice(0, 100), message } };
  }

  const { dropped, refused } = wire.screen(body, options.hostedTools ?? []);
  if (refused) return { ...refuse(`The gateway refused the request: ${refused}.`), model };

  const bytes = Buffer.from(JSON.stringify(body));
  const stream = found.route.stream ?? body["stream"] === true;
  const checked = { model, stream, bytes, characters: bytes.length, dropped };
  if (found.route.free) return checked;
  const broke = account.refusal({ model, ...bounds(checked, wire, body) });
  return broke ? { ...overBudget(account, broke), model } : checked;
}

/** What a request costs at least and, where it cannot be stopped on the way, at most. */
function bounds({ stream, characters }: Checked, wire: Wire, body: Body) {
  const input = guessTokens(characters);
  // Nearly all of a long prompt comes from the cache.
  const atLeast = { ...noTokens, input, cached: input };
  if (stream) return { atLeast };
  return { atLeast, atMost: { ...noTokens, input, output: wire.maxOutput(body) ?? usualOutput } };
}

function refuse(message: string): Refused {
  return { refusal: "request", outcome: { type: "request-refused", message } };
}

/** The refusal of a request that the budget does not allow. */
export function overBudget(account: Account, words?: string): Refused {
  const usd = account.spentUsd();
  const limit = account.limit ?? 0;
  const message = words ?? `The budget is used up: ${dollars(usd)} of ${dollars(limit)} are spent.`;
  return { refusal: "budget", outcome: { type: "budget", usd, limit, message } };
}

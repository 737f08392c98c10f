import type { IncomingMessage, ServerResponse } from "node:http";
import { type Asked, askUpstream } from "./ask-upstream.ts";
import { type Checked, overBudget } from "./check-request.ts";
import type { Context, Ended } from "./context.ts";
import type { Bill } from "./create-account.ts";
import { createMeter, type Meter } from "./create-meter.ts";
import { decideOutcome } from "./decide-outcome.ts";
import type { Found } from "./find-route.ts";
import { guessTokens, noTokens } from "./guess-tokens.ts";
import { passOn } from "./headers.ts";
import { passAnswer } from "./pass-answer.ts";
import { passFailure } from "./pass-failure.ts";
import { messageOf, sendRefusal } from "./send-refusal.ts";

interface Forwarding {
  found: Found;
  request: IncomingMessage;
  response: ServerResponse;
  checked?: Checked;
}

type Passed = Omit<Ended, "usd" | "counts" | "model" | "dropped">;

/** Sends a checked request on, passes its answer back, and bills it. */
export async function forward(context: Context, forwarding: Forwarding): Promise<Ended> {
  const { found, checked } = forwarding;
  const bill = checked && !found.route.free ? context.account.open(checked.model) : undefined;
  const passed = await exchange(context, forwarding, bill).catch((error: Error): Passed => {
    forwarding.response.destroy();
    const outcome = { type: "unreachable" as const, code: "GATEWAY", message: error.message };
    return { outcome, status: 502, tokens: noTokens };
  });
  const usd = bill?.settle(passed.tokens) ?? 0;
  const { model, dropped = [] } = checked ?? {};
  return { ...passed, usd, model, counts: bill !== undefined, ...(dropped.length > 0 ? { dropped } : {}) };
}

async function exchange(context: Context, forwarding: Forwarding, bill?: Bill): Promise<Passed> {
  const { found, request, response, checked } = forwarding;
  const gone = new AbortController();
  response.once("close", () => gone.abort());
  const asked = await askUpstream({
    ...{ upstream: context.upstream, timeouts: context.timeouts, signal: gone.signal },
    ...{ method: found.route.method, path: found.path, body: checked?.bytes },
    headers: {
      ...passOn(request.headers),
      ...(checked ? { "content-length": String(checked.bytes.length) } : {}),
      // Compressed, it could be neither counted nor cleaned on its way.
      "accept-encoding": "identity",
      ...context.dialect.keyHeader(context.options.key),
    },
  });
  // The provider may have begun to work, and bills for it.
  const begun = { ...noTokens, input: bill && checked ? guessTokens(checked.characters) : 0 };
  if (gone.signal.aborted)
    return { outcome: { type: "client-gone" }, status: 499, tokens: begun, estimated: true };
  if ("answer" in asked) return passBack(context, forwarding, { asked, bill });
  const { outcome } = asked;
  const status = sendRefusal(context, response, { refusal: "upstream", message: messageOf(outcome) });
  const late = outcome.type === "stalled" && outcome.phase === "first-byte";
  return { outcome, status, ...(late ? { tokens: begun, estimated: true } : { tokens: noTokens }) };
}

async function passBack(
  context: Context,
  { found, response, checked }: Forwarding,
  { asked, bill }: { asked: Asked; bill?: Bill },
): Promise<Passed> {
  const { scrubber, dialect, account } = context;
  const { statusCode: status = 502, headers } = asked.answer;
  const firstByteAt = performance.now();
  if (status >= 300 || (headers["content-encoding"] ?? "identity") !== "identity") {
    const failed = await passFailure(asked.answer, response, {
      dialect,
      scrubber,
      now: context.options.now(),
    });
    return { ...failed, tokens: noTokens, firstByteAt };
  }
  const { wire } = found.route;
  const streams = (headers["content-type"] ?? "").includes("event-stream");
  const meter = wire && bill && checked ? createMeter(wire, checked.characters, streams) : undefined;
  const onBudget = () => {
    const { outcome } = overBudget(account);
    return { outcome, words: wire?.failureEvent(messageOf(outcome)) ?? "" };
  };
  const ended = await passAnswer({ asked, response, scrubber, meter, bill, onBudget });
  const outcome =
    ended === "client-gone" ? { type: ended } : ended.type === "ok" ? judge(meter, context) : ended;
  const estimated = meter && !meter.counted() ? { estimated: true as const } : {};
  return { outcome, status, tokens: meter?.tokens() ?? noTokens, firstByteAt, ...estimated };
}

/** A good status can hold a failure: streams say it in an event. */
function judge(meter: Meter | undefined, { scrubber, options }: Context): Passed["outcome"] {
  const fault = meter?.fault();
  if (!fault) return { type: "ok" };
  const clean = { ...fault, message: scrubber.text(fault.message) };
  return decideOutcome({ status: 200, fault: clean, headers: {}, now: options.now() });
}

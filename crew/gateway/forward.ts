import type { IncomingMessage, ServerResponse } from "node:http";
import { type Asked, askUpstream } from "./ask-upstream.ts";
import type { Checked } from "./check-request.ts";
import type { Context, Ended } from "./context.ts";
import { type Bill, describeBudget } from "./create-account.ts";
import { createMeter, type Meter } from "./create-meter.ts";
import { decideBill } from "./decide-bill.ts";
import { decideOutcome } from "./decide-outcome.ts";
import type { Found } from "./find-route.ts";
import type { GatewayOutcome } from "./gateway.ts";
import { noTokens } from "./guess-tokens.ts";
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

/** A request that is paid for as it goes. */
interface Payment {
  checked: Checked;
  bill: Bill;
  /** The most tokens that its prompt can have. */
  input: number;
}

/** How an exchange ended, and what there is to bill it by. */
interface Passed extends Pick<Ended, "outcome" | "status" | "firstByteAt"> {
  /** True when the provider surely did nothing for it. */
  free?: true;
  meter?: Meter;
}

/** Sends a checked request on, passes its answer back, and bills it. */
export async function forward(context: Context, forwarding: Forwarding): Promise<Ended> {
  const { found, checked, response } = forwarding;
  const gone = new AbortController();
  response.once("close", () => gone.abort());
  if (!checked || found.route.free) {
    const { meter: _, ...passed } = await exchange(context, forwarding, { signal: gone.signal });
    return { ...passed, ...about(checked), tokens: noTokens, usd: 0, counts: false };
  }
  const { model, asked, prompt } = checked;
  const input = context.promptBound.of(prompt);
  const { waitMs: maxWaitMs } = context.timeouts;
  const bill = await context.account.open({ model, input, asked, maxWaitMs, signal: gone.signal });
  if (!bill) return { ...refuse(context, response, gone.signal), ...about(checked) };
  const passed = await exchange(context, forwarding, { signal: gone.signal, bill }).catch((error: Error) =>
    broken(response, error),
  );
  return { ...settle(context, { checked, bill, input }, passed), ...about(checked) };
}

function about(checked: Checked | undefined): Pick<Ended, "model" | "dropped"> {
  const { model, dropped = [] } = checked ?? {};
  return dropped.length > 0 ? { model, dropped } : { model };
}

function overBudget({ account }: Context): GatewayOutcome {
  const { spentUsd, limit = 0 } = account;
  return { type: "budget", usd: spentUsd(), limit, message: describeBudget(account) };
}

function refuse(context: Context, response: ServerResponse, gone: AbortSignal): Ended {
  const nothing = { tokens: noTokens, usd: 0, counts: true };
  if (gone.aborted) return { ...nothing, outcome: { type: "client-gone" }, status: 499 };
  const outcome = overBudget(context);
  const status = sendRefusal(context, response, { refusal: "budget", message: messageOf(outcome) });
  return { ...nothing, outcome, status };
}

function settle(context: Context, { checked, bill, input }: Payment, passed: Passed): Ended {
  const { meter, free, ...rest } = passed;
  if (free) return { ...rest, tokens: noTokens, usd: bill.settle(noTokens, "known"), counts: true };
  const { prompt } = checked;
  const limited = context.account.limit !== undefined;
  const most = limited ? { input, output: bill.limit ?? 0 } : undefined;
  const { tokens, by } = decideBill({ promptBytes: prompt.text.length, meter, most });
  if (by === "told") context.promptBound.learn(prompt, tokens.input);
  const usd = bill.settle(tokens, by === "unknown" ? "unknown" : "known");
  const ended = { ...rest, tokens, usd, counts: true };
  return by === "told" || by === "nothing" ? ended : { ...ended, estimated: true };
}

async function exchange(
  context: Context,
  forwarding: Forwarding,
  { signal, bill }: { signal: AbortSignal; bill?: Bill },
): Promise<Passed> {
  const { found, request, response, checked } = forwarding;
  const body = checked?.write(bill?.limit);
  const length: Record<string, string> = body ? { "content-length": String(body.length) } : {};
  const asked = await askUpstream({
    upstream: context.upstream,
    timeouts: context.timeouts,
    signal,
    body,
    method: found.route.method,
    path: found.path,
    headers: {
      ...passOn(request.headers),
      ...length,
      // Compressed, it could be neither counted nor cleaned on its way.
      "accept-encoding": "identity",
      ...context.dialect.keyHeader(context.options.key),
    },
  });
  if ("answer" in asked) return passBack(context, forwarding, { asked, bill });
  const { outcome, sent } = asked;
  const free = sent ? undefined : true;
  if (signal.aborted) return { outcome: { type: "client-gone" }, status: 499, free };
  const status = sendRefusal(context, response, { refusal: "upstream", message: messageOf(outcome) });
  return { outcome, status, free };
}

function broken(response: ServerResponse, error: Error): Passed {
  response.destroy();
  return { outcome: { type: "unreachable", code: "GATEWAY", message: error.message }, status: 502 };
}

async function passBack(
  context: Context,
  { found, response }: Forwarding,
  { asked, bill }: { asked: Asked; bill?: Bill },
): Promise<Passed> {
  const { scrubber, dialect } = context;
  const { statusCode: status = 502, headers } = asked.answer;
  const firstByteAt = performance.now();
  const now = context.options.now();
  if (status >= 300 || (headers["content-encoding"] ?? "identity") !== "identity") {
    const failed = await passFailure(asked.answer, response, { dialect, scrubber, now });
    // What came compressed was an answer, and nobody could count it.
    return status < 300 ? { ...failed, firstByteAt } : { ...failed, firstByteAt, free: true };
  }
  const { wire } = found.route;
  const meter = wire && bill ? createMeter(wire) : undefined;
  const onBudget = () => {
    const outcome = overBudget(context);
    return { outcome, words: wire?.failureEvent(messageOf(outcome)) ?? "" };
  };
  const ended = await passAnswer({ asked, response, scrubber, meter, bill, onBudget });
  const outcome =
    ended === "client-gone" ? { type: ended } : ended.type === "ok" ? judge(meter, context) : ended;
  return { outcome, status, meter, firstByteAt };
}

/** A good status can hold a failure: streams say it in an event. */
function judge(meter: Meter | undefined, { scrubber, options }: Context): Passed["outcome"] {
  const fault = meter?.fault();
  if (!fault) return { type: "ok" };
  const clean = { ...fault, message: scrubber.text(fault.message) };
  return decideOutcome({ status: 200, fault: clean, headers: {}, now: options.now() });
}

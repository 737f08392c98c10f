import { setTimeout as sleep } from "node:timers/promises";
import { costOf } from "../../../core/select/cost.ts";
import type { ModelRequest } from "../../model-api/create-model-api.ts";
import type { Lie, Reply } from "../../model-api/reply.ts";
import { type Asking, aGateway, askings, chat, gemini, openai, price } from "./a-gateway.ts";

/** What one schedule came to, in US dollars; `spent` by the provider's own bill, which is the judge. */
export interface Spending {
  asking: string;
  budget: number;
  spent: number;
  /** As the gateway counts it. */
  booked: number;
  requests: number;
  answered: number;
}

type Random = () => number;

/** A small generator, so that a schedule can be played again. */
function randomFrom(seed: number): Random {
  let state = seed * 2_654_435_761;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const pick = <T>(random: Random, ...values: T[]): T => values[Math.floor(random() * values.length)]!;
const upTo = (random: Random, most: number) => Math.floor(random() * most);

/** Random requests at once and in turn: streaming or not, given up, n-fold, with odd limits, to a provider that fails, breaks off and lies. */
export async function spendAtRandom(seed: number): Promise<Spending> {
  const random = randomFrom(seed);
  const asking = pick(random, ...askings);
  const budget = 0.02 + random() * pick(random, 0.1, 1);
  const bills: number[] = [];
  const script = (request: ModelRequest) => answer(random, request, bills);
  const timeouts = { waitMs: upTo(random, 300), idleMs: 100, firstByteMs: 100 };
  await using world = await aGateway(asking, script, { budget: { usd: budget }, timeouts });
  let [requests, answered] = [0, 0];
  const agent = async () => {
    let said = "";
    for (let turn = upTo(random, 5); turn >= 0; turn -= 1) {
      said += wordsOf(random);
      requests += 1;
      const signal = random() < 0.25 ? AbortSignal.timeout(upTo(random, 40)) : undefined;
      const body = { ...limitsOf(random, asking), ...asking.say(said) };
      const ok = await world
        .ask(random() < 0.5, { body, signal })
        .then(async (response) => [response.ok, await response.text()][0])
        .catch(() => false);
      if (ok) answered += 1;
    }
  };
  await Promise.all(Array.from({ length: 1 + upTo(random, 24) }, agent));
  // Those that were given up may still be on their way.
  await world.gateway.stop();
  const spent = bills.reduce((sum, usd) => sum + usd, 0);
  return { asking: asking.name, budget, spent, booked: world.gateway.usage().usd, requests, answered };
}

/** Digits are a token each with most providers; other text has some four bytes to one. */
function wordsOf(random: Random): string {
  const size = upTo(random, pick(random, 200, 4_000, 20_000));
  return (random() < 0.3 ? "1234567 " : "some words ").repeat(size / 8);
}

/** Limits of every kind, under every name that the wire knows, and several answers at once. */
function limitsOf(random: Random, asking: Asking): object {
  const limit = () => pick<unknown>(random, 60, 1_500, 6_000, 200_000, 0, -1, "500", 1e15, null, undefined);
  const many = pick<unknown>(random, undefined, 1, 8, 50, "50");
  if (asking === gemini) {
    const one = {
      maxOutputTokens: limit(),
      max_output_tokens: limit(),
      candidateCount: many,
      candidate_count: many,
    };
    return { generationConfig: one };
  }
  const body = { n: many, best_of: many, num_return_sequences: many };
  if (asking === openai) return { ...body, max_output_tokens: limit(), max_tokens: limit() };
  const second = asking === chat ? { max_completion_tokens: limit() } : {};
  return { ...body, ...second, max_tokens: limit() };
}

/** What the provider does, and bills: as much as it was allowed to write, whatever of it is shown or told. */
async function answer(random: Random, request: ModelRequest, bills: number[]): Promise<Reply> {
  const wanted = upTo(random, pick(random, 100, 2_000, 12_000));
  const output = Math.min(wanted, limitIn(request)) * choicesIn(request);
  const text = JSON.stringify(request.body);
  const digits = text.replaceAll(/\D/g, "").length;
  const input = digits + Math.ceil((text.length - digits) / 4);
  const cached = random() < 0.3 ? upTo(random, input) : 0;
  const usage = { input, output, cached, cacheWrite: random() < 0.3 ? upTo(random, input - cached) : 0 };
  const kind = pick(random, "fail", "refuse", "cut", "stall", ...Array<"text">(8).fill("text"));
  if (kind === "fail") return { type: "fail", status: pick(random, 400, 429, 500, 529) };
  if (kind === "refuse") return { type: "fail-inside", status: 529 };
  const billed =
    request.wire === "messages" || request.wire === "responses" ? usage : { ...usage, cacheWrite: 0 };
  bills.push(costOf(billed, price));
  if (kind !== "text") return { type: kind, events: upTo(random, 9) };
  if (random() < 0.2) await sleep(upTo(random, 30));
  const lie = pick<Lie | undefined>(random, undefined, undefined, "no-count", "small-count", "content-type");
  // A provider that also hides what it wrote cannot be found out: whoever lies about its count shows the words.
  const shown = lie === "small-count" ? 1 : pick(random, 0.1, 1);
  const pace = { everyMs: upTo(random, 2), characters: 2_000 };
  return { type: "text", text: "word".repeat(output * shown), usage: billed, pace, lie };
}

function limitIn({ wire, body }: ModelRequest): number {
  const config = (body["generationConfig"] ?? {}) as Record<string, unknown>;
  const given = {
    messages: body["max_tokens"],
    responses: body["max_output_tokens"],
    chat: body["max_completion_tokens"] ?? body["max_tokens"],
    gemini: config["maxOutputTokens"],
  }[wire];
  return typeof given === "number" && given > 0 ? given : 128_000;
}

function choicesIn({ body }: ModelRequest): number {
  const config = (body["generationConfig"] ?? {}) as Record<string, unknown>;
  const given = [body["n"], body["best_of"], config["candidateCount"], config["candidate_count"]];
  return Math.max(1, ...given.map(Number).filter((count) => count > 1));
}

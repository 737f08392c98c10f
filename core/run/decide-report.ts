import type { Outcome } from "../model/job.ts";
import { tailOf } from "../text/tail-of.ts";
import { exceededWords } from "./exceeded-words.ts";
import { findAnswer } from "./find-answer.ts";
import type { GatewayOutcome } from "./gateway-outcome.ts";
import type { Stop } from "./watch.ts";

/** How a process ended. */
export interface ProcessEnd {
  /** Null when a signal ended it. */
  code: number | null;
  signal: string | null;
  stdout: string;
  stderr: string;
  timedOut: boolean;
  aborted: boolean;
  /** True when it wrote more than allowed and was ended for it. */
  outputCut: boolean;
  /** What it used too much of, and was ended for. */
  exceeded?: "memory" | "disk";
}

/** What a CLI says about its own run. */
export interface LastWords {
  text?: string;
  /** An answer that it holds to the schema by itself. */
  answer?: unknown;
  /** Present when it says that it failed, whatever its exit code. */
  failure?: { outcome: Outcome; message: string };
}

/** Everything that is known about a run once it is over. */
export interface FinishedRun {
  engine: string;
  said: LastWords;
  result: ProcessEnd;
  /** What the gateway saw; it is believed before the CLI. */
  gateway: GatewayOutcome;
  /** The repository secret that holds the provider's key. */
  secret: string;
  turns: number;
  /** What it said and did, in words for people. */
  heard: string;
  /** Why we ended it, if we did. */
  stopped: Stop | undefined;
  limits: { minutes: number; setting?: string; maxTurns?: number };
}

interface Decision {
  outcome: Outcome;
  reason?: string;
  until?: string;
  answer?: unknown;
}

/** What a run amounts to. Only an answer after at least one turn is a success. */
export function decideReport(ran: FinishedRun): Decision {
  const { engine, said, result } = ran;
  if (result.aborted && !ran.stopped)
    return { outcome: "cancelled", reason: `${engine} was stopped because its job was cancelled.` };
  if (ran.stopped === "max-turns" || said.failure?.outcome === "max-turns") return overTurns(ran);

  const cut = ran.stopped || result.timedOut || result.outputCut || result.exceeded;
  const ended = !cut && result.code === 0 && !said.failure;
  const answer = said.answer ?? findAnswer(said.text ?? "");
  if (ended && answer !== undefined && ran.turns > 0) return { outcome: "done", answer };
  return byGateway(ran) ?? byResult(ran) ?? invalid(ran);
}

/** Why the provider, or our own budget, ended the run. */
function byGateway({ engine, gateway, secret, limits }: FinishedRun): Decision | undefined {
  const because = (outcome: Outcome, reason: string) => ({ outcome, reason });
  switch (gateway.type) {
    case "none":
    case "ok":
      return undefined;
    case "auth":
      return because(
        "auth",
        `The provider refused the key (${gateway.status}). Set the secret ${secret} to a key that is valid for this model.${gateway.status === 401 ? "" : ` ${gateway.message}`}`,
      );
    case "billing":
      return because(
        "auth",
        `The account of the key in ${secret} cannot pay (${gateway.status}): ${gateway.message}`,
      );
    case "rate-limited":
      return limited(gateway.until, `The provider limits requests: ${gateway.message}`);
    case "overloaded":
      return limited(undefined, `The provider is overloaded (${gateway.status}): ${gateway.message}`);
    case "budget":
      return because("budget", gateway.message);
    case "stalled":
      return because("timeout", `${gateway.message} ${engine} had at most ${limits.minutes} minutes.`);
    case "model-refused":
      return because("crashed", `${engine} asked for another model. ${gateway.message}`);
    case "unreachable":
      return because("unavailable", gateway.message);
    case "request-refused":
    case "cut":
      return because("crashed", gateway.message);
    case "server-error":
      return because("unavailable", `The provider answered with ${gateway.status}: ${gateway.message}`);
    case "invalid-request":
      return because("crashed", `The provider answered with ${gateway.status}: ${gateway.message}`);
  }
}

function limited(until: string | undefined, reason: string): Decision {
  const decision = { outcome: "rate-limited", reason } as const;
  return until ? { ...decision, until } : decision;
}

function byResult({
  engine,
  said,
  result,
  heard,
  turns,
  limits,
  stopped,
}: FinishedRun): Decision | undefined {
  if (stopped)
    return {
      outcome: "crashed",
      reason: `${engine} was stopped: it got several answers in a row that it could not read.`,
    };
  if (result.timedOut)
    return {
      outcome: "timeout",
      reason: `${engine} was stopped after ${limits.minutes} min (${limits.setting ?? "limits.minutes"}).`,
    };
  if (result.outputCut) return { outcome: "crashed", reason: `${engine} was stopped: it wrote too much.` };
  if (result.exceeded) {
    const reason = `${engine} was stopped: ${exceededWords(result.exceeded)}.`;
    return { outcome: "crashed", reason };
  }
  if (said.failure)
    return { outcome: said.failure.outcome, reason: `${engine}: ${tailOf(said.failure.message, 1_500)}` };
  if (result.code !== 0) {
    const how =
      result.code === null ? `was ended by ${result.signal}` : `ended with exit code ${result.code}`;
    // Its output is meant for programs: it is shown only where there is nothing else.
    const words = tailOf(result.stderr.trim() || heard || result.stdout, 1_500);
    return {
      outcome: "crashed",
      reason: words ? `${engine} ${how}.\n${words}` : `${engine} ${how} and said nothing.`,
    };
  }
  if (turns === 0)
    return {
      outcome: "crashed",
      reason: `${engine} ended without having asked its model once, so it did nothing.`,
    };
  return undefined;
}

function overTurns({ engine, limits }: FinishedRun): Decision {
  const reason = `${engine} asked its model ${limits.maxTurns} times, which is the limit, and had not come to an end.`;
  return { outcome: "max-turns", reason };
}

function invalid({ engine, said }: FinishedRun): Decision {
  const found = said.text?.trim() ? `It said: \`${tailOf(said.text.trim(), 300)}\`` : "It said nothing.";
  return {
    outcome: "invalid-answer",
    reason: `${engine} has to end with one JSON object as its answer. ${found}`,
  };
}

import type { GatewayOutcome } from "./gateway-outcome.ts";

/** Why a run is ended before its end: it asks too often, or the provider answers no more. */
export type Stop = "max-turns" | "provider";

/** What the gateway shows at one moment. */
export interface Sample {
  requests: number;
  output: number;
  outcome: GatewayOutcome;
  at: number;
}

/** What is remembered from one look to the next. */
export interface Watch {
  requests: number;
  output: number;
  /** Requests in a row that failed or brought no word. */
  failures: number;
  /** Since when trying again has been of no use. */
  hopelessSince?: number;
}

/** For a CLI that ends by itself, and says more than we could. */
const graceMs = 3_000;
const maxFailures = 3;
/** A limit that ends this soon is waited for; most CLIs do so. */
const patienceMs = 60_000;

/** Takes one more look into account. */
export function nextWatch(before: Watch, { requests, output, outcome, at }: Sample): Watch {
  const fresh = requests - before.requests;
  const failed = isFailure(outcome) || output === before.output;
  const failures = fresh === 0 ? before.failures : failed ? before.failures + fresh : 0;
  const hopelessSince = isHopeless(outcome, at) ? (before.hopelessSince ?? at) : undefined;
  const now: Watch = { requests, output, failures };
  return hopelessSince === undefined ? now : { ...now, hopelessSince };
}

/** Whether a run has to end now. */
export function decideStop(
  watch: Watch,
  { requests, at }: Sample,
  { maxTurns, before }: { maxTurns?: number; before: number },
): Stop | undefined {
  if (maxTurns !== undefined && requests - before > maxTurns) return "max-turns";
  if (watch.failures >= maxFailures) return "provider";
  if (watch.hopelessSince !== undefined && at - watch.hopelessSince >= graceMs) return "provider";
  return undefined;
}

function isFailure({ type }: GatewayOutcome): boolean {
  return type !== "ok" && type !== "none";
}

function isHopeless(outcome: GatewayOutcome, at: number): boolean {
  if (outcome.type === "rate-limited") return Date.parse(outcome.until ?? "") - at > patienceMs;
  return ["auth", "billing", "budget", "model-refused"].includes(outcome.type);
}

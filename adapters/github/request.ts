import type { Octokit } from "@octokit/rest";
import { type ErrorCode, GsdError } from "../../core/gsd-error.ts";
import { limitMsOf } from "./limit-ms-of.ts";

/** The part of Octokit that we use: probot's `context.octokit` and `@octokit/rest` both have it. */
export type Client = Pick<Octokit, "rest" | "graphql">;

/** How long to wait: GitHub wants a second between writes; loopback wants none. */
export interface Pace {
  betweenWritesMs: number;
  /** First wait before a read that failed is tried again; doubles each time. */
  backoffMs: number;
  /** How long to wait for a limit of which GitHub does not say when it ends. */
  limitMs: number;
}

/** One repository, seen through one client. */
export interface Connection {
  client: Client;
  owner: string;
  repo: string;
  pace: Pace;
  sleep: (milliseconds: number) => Promise<void>;
  /** Milliseconds of a clock that only goes forward. */
  now: () => number;
  /** When the next write may go out, by that clock. */
  turn: { at: number };
  /** The repository's node id, as soon as a read has seen it: some mutations take no name. */
  node: { id?: string };
  /** Until when it may wait for limits to end, by the clock that only goes forward. */
  patientUntil: number;
  /** Hears of each such wait. */
  onLimit: (limit: { seconds: number; why: string }) => void;
}

/** Runs a read; passing troubles are tried again, absence is `undefined`. */
export async function read<T>(
  connection: Connection,
  call: () => Promise<{ data: T }>,
): Promise<T | undefined> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return (await withinLimits(connection, call)).data;
    } catch (error) {
      const failure = toGsdError(error);
      if (failure.code === "not-found") return undefined;
      if (failure.code !== "unavailable" || attempt >= 3) throw failure;
      await connection.sleep(connection.pace.backoffMs * 2 ** attempt);
    }
  }
}

/** Runs a write once: a create that was answered with 502 may have been applied, so the caller looks before it tries again. */
export async function write<T>(connection: Connection, call: () => Promise<{ data: T }>): Promise<T> {
  await awaitTurn(connection);
  try {
    return (await withinLimits(connection, call)).data;
  } catch (error) {
    throw toGsdError(error);
  } finally {
    const { turn, now, pace } = connection;
    turn.at = Math.max(turn.at, now() + pace.betweenWritesMs);
  }
}

/** A request that a limit refused was not applied: it is made again when the limit is over, where that is soon enough. */
async function withinLimits<T>(connection: Connection, call: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      const failure = toGsdError(error);
      if (failure.code !== "rate-limited") throw error;
      const wait = limitMsOf(error, Date.now()) ?? connection.pace.limitMs;
      if (connection.now() + wait > connection.patientUntil) throw failure;
      connection.onLimit({ seconds: Math.ceil(wait / 1_000), why: failure.message });
      await connection.sleep(wait);
    }
  }
}

/** Waits before a write, never after one: the last write of a process has nothing to wait for. */
async function awaitTurn({ turn, now, pace, sleep }: Connection): Promise<void> {
  if (pace.betweenWritesMs <= 0) return;
  const wait = turn.at - now();
  turn.at = Math.max(turn.at, now()) + pace.betweenWritesMs;
  if (wait > 0) await sleep(wait);
}

/** GitHub's refusals by what can be done about them. */
export function toGsdError(error: unknown): GsdError {
  if (error instanceof GsdError) return error;
  const refusals = graphErrors(error);
  if (refusals) return fromGraph(refusals, error);
  const { status, message, response } = error as {
    status?: number;
    message?: string;
    response?: { headers?: Record<string, string>; data?: { message?: string; errors?: unknown } };
  };
  const said = [response?.data?.message ?? message ?? String(error), ...details(response?.data?.errors)].join(
    ": ",
  );
  return new GsdError(codeOf(status, said, response?.headers), said, { cause: error });
}

/** An error of a GraphQL answer: it has a type and no status. */
export interface GraphError {
  type?: string;
  message: string;
  path?: (string | number)[];
}

/** The errors of a GraphQL answer; undefined for any other failure. */
export function graphErrors(error: unknown): GraphError[] | undefined {
  const { name, errors } = error as { name?: string; errors?: GraphError[] };
  return name === "GraphqlResponseError" && Array.isArray(errors) && errors.length > 0 ? errors : undefined;
}

const graphCodes: Record<string, ErrorCode> = {
  NOT_FOUND: "not-found",
  FORBIDDEN: "forbidden",
  INSUFFICIENT_SCOPES: "forbidden",
  STALE_DATA: "conflict",
  RATE_LIMIT: "rate-limited",
  RATE_LIMITED: "rate-limited",
  UNPROCESSABLE: "invalid",
  undefinedField: "invalid",
};

function fromGraph(refusals: GraphError[], cause: unknown): GsdError {
  const said = refusals.map((refusal) => refusal.message).join(": ");
  return new GsdError(graphCodes[refusals[0]?.type ?? ""] ?? "unavailable", said, { cause });
}

/** "Validation Failed" alone helps nobody: what failed stands beside it. */
function details(errors: unknown): string[] {
  if (!Array.isArray(errors)) return [];
  return errors.flatMap((error: { message?: unknown }) =>
    typeof error?.message === "string" ? [error.message] : [],
  );
}

/** What GitHub calls its limits. The secondary ones may come without any header and with requests left: only the message tells. */
const limitWords = /rate limit|abuse detection|submitted too quickly/i;

function codeOf(status: number | undefined, said: string, headers: Record<string, string> = {}): ErrorCode {
  if (status === 429) return "rate-limited";
  // Only with a 403: the last request that a limit allows has none left, and may well be answered with a plain 404.
  const isLimit = headers["retry-after"] !== undefined || headers["x-ratelimit-remaining"] === "0";
  if (status === 403 && (isLimit || limitWords.test(said))) return "rate-limited";
  if (status === 403) return said.includes("not permitted to create") ? "pulls-forbidden" : "forbidden";
  if (status === 422 && /submitted too quickly/i.test(said)) return "rate-limited";
  if (status === 404) return "not-found";
  if (status === 401) return "unauthorized";
  // Another merge into the same branch is not settled yet: a matter of seconds, and nothing was done.
  if (status === 405 && /base branch was modified/i.test(said)) return "unavailable";
  if (status === 405) return /merge queue/i.test(said) ? "merge-queue" : "not-mergeable";
  if (status === 409) return "conflict";
  if (status === 422 || status === 400) return "invalid";
  return "unavailable";
}

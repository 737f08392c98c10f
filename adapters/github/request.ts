import type { Octokit } from "@octokit/rest";
import { GsdError } from "../../core/gsd-error.ts";

/** The part of Octokit that we use: probot's `context.octokit` and `@octokit/rest` both have it. */
export type Client = Pick<Octokit, "rest" | "graphql">;

/** How long to wait: GitHub wants a second between writes; loopback wants none. */
export interface Pace {
  betweenWritesMs: number;
  /** First wait before a read that failed is tried again; doubles each time. */
  backoffMs: number;
}

/** One repository, seen through one client. */
export interface Connection {
  client: Client;
  owner: string;
  repo: string;
  pace: Pace;
  sleep: (milliseconds: number) => Promise<void>;
}

/** Runs a read; passing troubles are tried again, absence is `undefined`. */
export async function read<T>(
  connection: Connection,
  call: () => Promise<{ data: T }>,
): Promise<T | undefined> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return (await call()).data;
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
  try {
    const { data } = await call();
    if (connection.pace.betweenWritesMs > 0) await connection.sleep(connection.pace.betweenWritesMs);
    return data;
  } catch (error) {
    throw toGsdError(error);
  }
}

/** GitHub's refusals by what can be done about them. */
export function toGsdError(error: unknown): GsdError {
  if (error instanceof GsdError) return error;
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

/** "Validation Failed" alone helps nobody: what failed stands beside it. */
function details(errors: unknown): string[] {
  if (!Array.isArray(errors)) return [];
  return errors.flatMap((error: { message?: unknown }) =>
    typeof error?.message === "string" ? [error.message] : [],
  );
}

function codeOf(status: number | undefined, said: string, headers: Record<string, string> = {}): string {
  if (status === 429 || headers["retry-after"] || headers["x-ratelimit-remaining"] === "0")
    return "rate-limited";
  if (status === 403) return said.includes("not permitted to create") ? "pulls-forbidden" : "forbidden";
  if (status === 404) return "not-found";
  if (status === 401) return "unauthorized";
  if (status === 405) return "not-mergeable";
  if (status === 409) return "conflict";
  if (status === 422 || status === 400) return "invalid";
  return "unavailable";
}

import { Octokit } from "@octokit/rest";
import type { Client } from "./request.ts";

/** The version of the REST API that we are written for; without it GitHub answers as its newest one does. */
export const apiVersion = "2022-11-28";

export interface NewClient {
  token: string;
  baseUrl: string;
  /** How requests go out, where not plainly. */
  fetch?: typeof fetch;
  /** After this long without an answer a request counts as lost, as with a 502. */
  requestMs?: number;
}

/** A plain client: no retry plugin, since that repeats creates whose answer was lost. */
export function createClient({ token, baseUrl, fetch: ask = fetch, requestMs = 60_000 }: NewClient): Client {
  const request = { fetch: withTimeLimit(ask, requestMs) };
  const client = new Octokit({ auth: token, baseUrl, userAgent: "gsd", log: silent, request });
  client.hook.before("request", ({ headers }) => {
    headers["x-github-api-version"] = apiVersion;
  });
  return client;
}

/** One request that hangs would hold up all that comes after it, and a run is billed by the minute. */
function withTimeLimit(ask: typeof fetch, requestMs: number): typeof fetch {
  return (input, init) => {
    const limit = AbortSignal.timeout(requestMs);
    const signal = init?.signal ? AbortSignal.any([init.signal, limit]) : limit;
    return ask(input, { ...init, signal });
  };
}

const silent = { debug() {}, info() {}, warn() {}, error() {} };

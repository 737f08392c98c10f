import { Octokit } from "@octokit/rest";
import type { Client } from "./request.ts";

/** The version of the REST API that we are written for; without it GitHub answers as its newest one does. */
export const apiVersion = "2022-11-28";

export interface NewClient {
  token: string;
  baseUrl: string;
  /** How requests go out, where not plainly. */
  fetch?: typeof fetch;
}

/** A plain client: no retry plugin, since that repeats creates whose answer was lost. */
export function createClient({ token, baseUrl, fetch = globalThis.fetch }: NewClient): Client {
  const client = new Octokit({ auth: token, baseUrl, userAgent: "gsd", log: silent, request: { fetch } });
  client.hook.before("request", ({ headers }) => {
    headers["x-github-api-version"] = apiVersion;
  });
  return client;
}

const silent = { debug() {}, info() {}, warn() {}, error() {} };

import { Octokit } from "@octokit/rest";
import type { Client } from "./request.ts";

/** A plain client: no retry plugin, since that repeats creates whose answer was lost. */
export function createClient({ token, baseUrl }: { token: string; baseUrl: string }): Client {
  return new Octokit({ auth: token, baseUrl, userAgent: "gsd", log: silent });
}

const silent = { debug() {}, info() {}, warn() {}, error() {} };

import { GsdError } from "../core/gsd-error.ts";
import { product } from "../core/product.ts";
import type { TrustedWorkflows, TrustPolicy } from "../core/trust/judge-claims.ts";

/** What the App needs to know before it gives tokens to jobs (`ci: trusted`). */
export interface TrustedSettings {
  /** Our own address, for which jobs ask GitHub to say who they are. */
  url: string;
  /** Who signs that. */
  issuer: string;
  policy: TrustPolicy;
}

/** Undefined where the operator has not said our address: then the App gives no tokens at all. */
export function readTrusted(env: NodeJS.ProcessEnv, apiUrl: string): TrustedSettings | undefined {
  if (!env.GSD_URL) return undefined;
  return {
    url: readAddress("GSD_URL", env.GSD_URL),
    issuer: readAddress("GITHUB_OIDC_ISSUER", env.GITHUB_OIDC_ISSUER || issuerOf(apiUrl)),
    policy: {
      workflows: (env.GSD_TRUSTED_WORKFLOWS || product.repository).split(",").map(readWorkflows),
      runners: readRunners(env.GSD_TRUSTED_RUNNERS || "github-hosted"),
    },
  };
}

/** Enterprise Server has its own, beside its API. */
function issuerOf(apiUrl: string): string {
  const { origin, hostname } = new URL(apiUrl);
  return hostname === "api.github.com"
    ? "https://token.actions.githubusercontent.com"
    : `${origin}/_services/token`;
}

const near = ["127.0.0.1", "localhost", "[::1]"];

function readAddress(name: string, value: string): string {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const isSafe = url?.protocol === "https:" || (url?.protocol === "http:" && near.includes(url.hostname));
  if (url && isSafe && url.search === "" && url.hash === "") return value.replace(/\/+$/, "");
  throw refusal(`${name} is "${value}"; set it to an address that begins with https://.`);
}

function readWorkflows(value: string): TrustedWorkflows {
  const [, repository, sha] = /^\s*([\w.-]+\/[\w.-]+)(?:@([0-9a-f]{40}))?\s*$/.exec(value) ?? [];
  if (repository === undefined)
    throw refusal(
      `GSD_TRUSTED_WORKFLOWS has "${value.trim()}"; write owner/name or owner/name@<full commit>, with commas between.`,
    );
  return sha === undefined ? { repository } : { repository, sha };
}

function readRunners(value: string): TrustPolicy["runners"] {
  if (value === "github-hosted" || value === "any") return value;
  throw refusal(`GSD_TRUSTED_RUNNERS is "${value}"; set it to github-hosted or any.`);
}

function refusal(sentence: string): GsdError {
  return new GsdError("trusted", sentence);
}

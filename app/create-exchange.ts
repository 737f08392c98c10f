import { GsdError } from "../core/gsd-error.ts";
import type { TokenRefusal } from "../core/model/access.ts";
import { type Claims, readClaims } from "../core/trust/claims.ts";
import { judgeClaims } from "../core/trust/judge-claims.ts";
import { grantToken, type TokenGrant } from "../loop/grant-token.ts";
import type { Ports } from "../loop/ports.ts";
import type { GitHubApp } from "./create-github-app.ts";
import { createKeys } from "./create-keys.ts";
import type { AppLog } from "./create-log.ts";
import { createRate } from "./create-rate.ts";
import type { Token } from "./create-tokens.ts";
import type { Place } from "./read-place.ts";
import type { TrustedSettings } from "./read-trusted.ts";
import type { Timers } from "./timers.ts";
import { verifyJwt } from "./verify-jwt.ts";

/** A job that says who it is, and of which it wants to publish the result. */
export interface ExchangeRequest {
  identity: string;
  key: string;
}

/** Gives a job's publish a token of the App, or says why not. */
export type Exchange = (request: ExchangeRequest) => Promise<TokenGrant<Token>>;

export interface ExchangeParts {
  settings: TrustedSettings;
  app: Pick<GitHubApp, "installationOf" | "mint">;
  connect(place: Place, delivery: string): Promise<Ports>;
  timers: Pick<Timers, "now">;
  log: AppLog;
}

/** Requests of one repository in an hour: more than its runs can have jobs, and little enough for GitHub's limits. */
const rateLimits = { most: 300, perMs: 3_600_000, remembered: 10_000 };

/** What publish does with its token, and nothing else that the App may do. */
export const publishPermissions = {
  actions: "write",
  checks: "read",
  contents: "write",
  issues: "write",
  pull_requests: "write",
  statuses: "write",
} as const;

export function createExchange({ settings, app, connect, timers, log }: ExchangeParts): Exchange {
  const { url: audience, issuer, policy } = settings;
  const keys = createKeys({ issuer, now: timers.now });
  const rate = createRate(rateLimits, timers.now);

  const decide = async ({ identity, key }: ExchangeRequest, seen: Seen): Promise<TokenGrant<Token>> => {
    const reading = await verifyJwt(identity, { issuer, audience, keys, now: timers.now });
    if (!reading.ok) return refuse(reading.why);
    const claims = readClaims(reading.claims);
    if (!claims) return refuse("malformed");
    seen.claims = claims;
    const why = judgeClaims(claims, policy);
    if (why) return refuse(why);
    if (!rate.take(claims.repository_id)) return refuse("too-many");
    const place = await findPlace(app, claims);
    if (!place) return refuse("repository");
    const ports = await connect(place, `token-${claims.run_id}`);
    return grantToken(ports, { key, claims, mint: () => app.mint(place, publishPermissions) });
  };
  return async (request) => {
    const seen: Seen = {};
    try {
      const grant = await decide(request, seen);
      tell(log, { key: request.key, seen, grant });
      return grant;
    } catch (error) {
      const failure = error instanceof GsdError ? error : new GsdError("unknown", String(error));
      log.error("a token could not be given", { ...about(seen), code: failure.code, why: failure.message });
      return refuse("unavailable");
    }
  };
}

/** What was proved of whoever asks. */
interface Seen {
  claims?: Claims;
}

/** GitHub gives a token for a repository by its number: where it has another name by now, nothing of it can be read. */
async function findPlace(app: ExchangeParts["app"], claims: Claims): Promise<Place | undefined> {
  const [owner = "", repo = ""] = claims.repository.split("/");
  const installation = await app.installationOf({ owner, repo });
  if (installation === undefined) return undefined;
  return { installation, repositoryId: Number(claims.repository_id), owner, repo };
}

/** Who got what, and who did not: never the token. A key counts only where its job was found. */
function tell(
  log: AppLog,
  { key, seen, grant }: { key: string; seen: Seen; grant: TokenGrant<Token> },
): void {
  if (grant.type === "refused") log.warn("a token was refused", { ...about(seen), why: grant.why });
  else
    log.info("a token was given to publish", {
      ...about(seen),
      job: key,
      expires: grant.token.expiresAt,
      permissions: publishPermissions,
    });
}

function about({ claims }: Seen): Record<string, unknown> {
  if (!claims) return {};
  return { repository: claims.repository, run: claims.run_id, attempt: claims.run_attempt };
}

function refuse(why: TokenRefusal): TokenGrant<Token> {
  return { type: "refused", why };
}

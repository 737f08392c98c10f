import type { App, User } from "../state/account.ts";

/** What a person allowed, until the App has fetched its token for it. */
export interface Code {
  app: App;
  user: User;
  redirectUri: string;
  /** SHA-256 of what only the one who asked knows (PKCE), as base64url. */
  challenge: string | undefined;
  expiresAt: number;
}

/** What gets a new token when the first is over; once. */
export interface Refresh {
  app: App;
  user: User;
  /** The token that it came with, which ends with it. */
  token: string;
  expiresAt: number;
}

/** GitHub's user authorisation of Apps: codes and refresh tokens by their text, and who allowed what. */
export interface Authorizations {
  codes: Map<string, Code>;
  refreshes: Map<string, Refresh>;
  /** `<app>/<user>` of everyone who allowed an App: they are not asked again. */
  allowed: Set<string>;
}

export function createAuthorizations(): Authorizations {
  return { codes: new Map(), refreshes: new Map(), allowed: new Set() };
}

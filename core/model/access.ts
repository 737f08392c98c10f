/** Why publish got no token of the App where CI is trusted. The App answers with these words, and the ledger keeps the last. */
export const tokenRefusals = [
  // What publish itself finds.
  "no-address",
  "no-identity",
  "unreachable",
  // What is wrong with how the App is asked.
  "off",
  "malformed",
  "signature",
  "issuer",
  "audience",
  "expired",
  // What is wrong with who asks.
  "repository",
  "event",
  "branch",
  "workflow",
  "runner",
  // What the repository and its ledger say.
  "config",
  "job",
  "again",
  // What may be over soon.
  "too-many",
  "unavailable",
] as const;
export type TokenRefusal = (typeof tokenRefusals)[number];

export function isTokenRefusal(text: unknown): text is TokenRefusal {
  return tokenRefusals.some((one) => one === text);
}

/** Whose token publish works with. */
export type Access = { by: "app" } | { by: "workflow"; because: TokenRefusal };

/** How CI starts on what a job publishes, where it is trusted. */
export type CiStart = { type: "at-once" } | { type: "waits"; why: TokenRefusal };

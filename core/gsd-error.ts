/** What can go wrong, by what can be done about it. `core` and everything around it branch on these, never on a sentence. */
export const errorCodes = [
  // What GitHub answers.
  "conflict",
  "forbidden",
  "invalid",
  "not-found",
  "not-mergeable",
  "merge-queue",
  "pulls-forbidden",
  "rate-limited",
  "unauthorized",
  "unavailable",
  "tree-too-large",
  // What the ledger says.
  "ledger-busy",
  "ledger-full",
  "ledger-gone",
  "ledger-invalid",
  "ledger-newer",
  // What keeps an effect or a publication from being done.
  "deadline",
  "hands-off",
  "head-moved",
  "no-branch",
  "no-commits",
  "spec-deltas",
  "stub-outdated",
  // What keeps a job from being worked on; those that are outcomes become the job's.
  "artifact",
  "auth",
  "budget",
  "config",
  "engine",
  "engine-fetch",
  "gateway",
  "git",
  "sandbox",
  "text-changed",
  "timeout",
  "tree",
  // What is wrong with a file of a repository, or of ours.
  "agent",
  "recipe",
  "skill",
  // What is wrong with how a program was started.
  "api-url",
  "app-id",
  "cancelled",
  "cannot-listen",
  "command",
  "environment",
  "key",
  "log-level",
  "metrics-port",
  "otel",
  "pages",
  "port",
  "port-in-use",
  "private-key",
  "queue",
  "queue-url",
  "ref",
  "tick-minutes",
  "trusted",
  "usage",
  "webhook-secret",
  "workflow",
  "zone",
  // What keeps a release from being made.
  "release",
  // Anything else.
  "unknown",
] as const;
export type ErrorCode = (typeof errorCodes)[number];

/** What the GitHub on your machine refuses; it is the other side, and has words of its own. */
type LocalCode =
  | `${"action" | "artifact" | "expression" | "matrix" | "workflow"}-${string}`
  | `${"checkout" | "concurrency" | "git" | "input" | "no-such" | "repository" | "step"}-${string}`
  | "app"
  | "env-file"
  | "install"
  | "process-start"
  | "startup"
  | "story"
  | "summary-too-large"
  | "unsupported"
  | "uses-invalid";

/** The one error of this codebase: branch on `code`; the sentence says what, where and what to do next. */
export class GsdError extends Error {
  readonly code: ErrorCode | LocalCode;

  constructor(code: ErrorCode | LocalCode, sentence: string, options?: ErrorOptions) {
    super(sentence, options);
    this.name = "GsdError";
    this.code = code;
  }
}

/** The code that the rest of gsd knows; what only the other side has is unknown to it. */
export function codeOf({ code }: GsdError): ErrorCode {
  return errorCodes.find((known) => known === code) ?? "unknown";
}

/** What went wrong last. A request that goes well clears it, except `budget`. Messages hold no key. */
export type GatewayOutcome =
  | { type: "none" }
  | { type: "ok" }
  | { type: "auth"; status: number; message: string }
  /** `until` is ISO time, where the provider said how long. */
  | { type: "rate-limited"; until?: string; message: string }
  /** The provider's own account is empty or at its limit; waiting does not help. */
  | { type: "billing"; status: number; message: string }
  | { type: "overloaded"; status: number; message: string }
  | { type: "server-error"; status: number; message: string }
  | { type: "invalid-request"; status: number; message: string }
  | { type: "budget"; usd: number; limit: number; message: string }
  | { type: "model-refused"; model: string; message: string }
  /** Our own refusals: too large, not JSON, a URL that the provider would fetch. */
  | { type: "request-refused"; message: string }
  | { type: "unreachable"; code: string; message: string }
  | { type: "stalled"; phase: "connect" | "first-byte" | "idle"; message: string }
  | { type: "cut"; message: string };

import type { Account } from "./create-account.ts";
import type { PromptBound } from "./create-prompt-bound.ts";
import type { Scrubber } from "./create-scrubber.ts";
import type { Upstream } from "./create-upstream.ts";
import type { GatewayOptions, GatewayOutcome, Timeouts, Tokens } from "./gateway.ts";
import type { Dialect } from "./providers.ts";

/** Everything that requests share. */
export interface Context {
  options: GatewayOptions;
  dialect: Dialect;
  upstream: Upstream;
  account: Account;
  promptBound: PromptBound;
  scrubber: Scrubber;
  timeouts: Timeouts;
  maxRequestBytes: number;
}

/** How a request ended, as far as the log is concerned. */
export interface Ended {
  outcome: GatewayOutcome | { type: "path-refused"; message: string } | { type: "client-gone" };
  /** True for answers that cost money: only they say how the run goes. */
  counts: boolean;
  status: number;
  tokens: Tokens;
  usd: number;
  model?: string;
  estimated?: true;
  firstByteAt?: number;
  dropped?: string[];
}

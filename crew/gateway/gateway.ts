import type { Price, Provider } from "../../core/model/engines.ts";
import type { GatewayOutcome } from "../../core/run/gateway-outcome.ts";
import type { Tokens as Counted } from "../../core/select/cost.ts";
import type { JobAccount } from "./create-job-account.ts";

export type { GatewayOutcome };

/** Tokens of one request, counted the same way for every provider. */
export interface Tokens extends Required<Omit<Counted, "longestPrompt">> {
  /** The part of `output` that was thought, where the provider says so. */
  thinking: number;
}

export interface Spent extends Tokens {
  requests: number;
  usd: number;
}

export interface Totals extends Spent {
  byModel: Record<string, Spent>;
}

/** One line of the usage log. */
export interface UsageEntry extends Tokens {
  at: string;
  provider: Provider;
  method: string;
  path: string;
  model?: string;
  status: number;
  usd: number;
  /** True when the provider's own count never came or cannot be true: the tokens are our estimate, and the USD what it may have cost at most. */
  estimated?: boolean;
  ms: number;
  firstByteMs?: number;
  outcome: GatewayOutcome["type"] | "path-refused" | "client-gone";
  message?: string;
  /** What was taken out of the request: tools that run at the provider, dearer tiers, anything that we do not know. */
  dropped?: string[];
}

export interface Timeouts {
  connectMs: number;
  firstByteMs: number;
  idleMs: number;
  /** For money that requests under way have set aside. */
  waitMs: number;
}

export interface GatewayOptions {
  provider: Provider;
  /** As the provider's own SDK takes it: OpenAI's with `/v1`, the others' without. */
  baseUrl: string;
  key: string;
  /** The models that may be asked, by their exact names. */
  models: string[];
  /** A unix socket's path, or … */
  socket?: string;
  /** … a port on 127.0.0.1 (0 takes any). */
  port?: number;
  /** The job's, shared with the gateways of its other members; without one, the gateway may spend what it likes. */
  account?: JobAccount;
  prices: Record<string, Price>;
  onUsage?: (entry: UsageEntry) => void;
  now: () => Date;
  logFile?: string;
  timeouts?: Partial<Timeouts>;
  maxRequestBytes?: number;
}

export interface Gateway {
  /** `http://127.0.0.1:<port>`, or the socket's path. */
  address: string;
  usage(): Totals;
  /** How long at least one request has been under way, all in all. */
  waitedMs(): number;
  outcome(): GatewayOutcome;
  /** Ends what is under way and waits until nothing is left. */
  stop(): Promise<void>;
}

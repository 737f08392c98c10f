import { costOf } from "../../core/select/cost.ts";
import { createJobAccount, type JobAccount } from "./create-job-account.ts";
import { decideOffer } from "./decide-offer.ts";
import type { GatewayOptions, Spent, Tokens, Totals } from "./gateway.ts";
import { noTokens } from "./guess-tokens.ts";

/** One request's running bill. */
export interface Bill {
  /** The most tokens that its answer may have. */
  limit: number | undefined;
  /** What it has cost so far; true when the budget is now passed. */
  update(tokens: Tokens): boolean;
  /** Its final cost. `unknown`: at least what was set aside for it. */
  settle(tokens: Tokens, by: "known" | "unknown"): number;
}

/** A request that wants to be paid. */
export interface Purchase {
  model: string;
  /** The most tokens that its prompt can have. */
  input: number;
  /** The limit that it asks for, if any. */
  asked?: number;
  maxWaitMs: number;
  signal: AbortSignal;
}

export interface Account extends Pick<JobAccount, "limit" | "spentUsd" | "reservedUsd"> {
  /** What this member alone spent. */
  totals(): Totals;
  /** Sets aside what a request may cost; nothing where the budget does not allow it. */
  open(purchase: Purchase): Promise<Bill | undefined>;
}

const nobody: Spent = { ...noTokens, requests: 0, usd: 0 };
// A model without a price costs nothing.
const free = { input: 0, output: 0 };

/** Adds up what one member's requests cost; the limit is the job's, with everything under way counted in. */
export function createAccount({ account, prices }: Pick<GatewayOptions, "account" | "prices">): Account {
  const common = account ?? createJobAccount({});
  const byModel: Record<string, Spent> = {};
  let total = nobody;

  return {
    limit: common.limit,
    spentUsd: common.spentUsd,
    reservedUsd: common.reservedUsd,
    totals: () => ({ ...total, byModel: { ...byModel } }),
    async open({ model, input, asked, maxWaitMs, signal }) {
      const price = prices[model] ?? free;
      const posting = await common.reserve({
        choose: (leftUsd, mayWait) => decideOffer({ price, input, asked }, leftUsd, mayWait),
        maxWaitMs,
        signal,
      });
      if (!posting) return undefined;
      return {
        limit: posting.offer.limit,
        update: (tokens) => posting.update(costOf(tokens, price)),
        settle(tokens, by) {
          const known = costOf(tokens, price);
          const usd = by === "known" ? known : Math.max(known, posting.offer.usd);
          posting.settle(usd);
          total = addTokens(total, tokens, usd);
          byModel[model] = addTokens(byModel[model] ?? nobody, tokens, usd);
          return usd;
        },
      };
    },
  };
}

function addTokens(sum: Spent, tokens: Tokens, usd: number): Spent {
  return {
    requests: sum.requests + 1,
    input: sum.input + tokens.input,
    output: sum.output + tokens.output,
    cached: sum.cached + tokens.cached,
    cacheWrite: sum.cacheWrite + tokens.cacheWrite,
    thinking: sum.thinking + tokens.thinking,
    usd: sum.usd + usd,
  };
}

/** Why a request is not paid. */
export function describeBudget({ limit = 0, spentUsd, reservedUsd }: Account): string {
  const sums = `${dollars(spentUsd())} of ${dollars(limit)} are spent`;
  const reserved = reservedUsd();
  if (reserved > 0)
    return `The budget is used up for now: ${sums}, and ${dollars(reserved)} are set aside for requests under way. This request does not fit into the rest.`;
  return `The budget is used up: ${sums}${spentUsd() < limit ? ", and what is left does not pay for this request" : ""}.`;
}

function dollars(usd: number): string {
  return `$${usd.toFixed(usd > 0 && usd < 0.01 ? 4 : 2)}`;
}

import { costOf } from "../../core/select/cost.ts";
import { createJobAccount } from "./create-job-account.ts";
import type { GatewayOptions, Spent, Tokens, Totals } from "./gateway.ts";
import { noTokens } from "./guess-tokens.ts";

/** One request's running bill. */
export interface Bill {
  /** What it has cost so far; true when the budget is now passed. */
  update(tokens: Tokens): boolean;
  /** Its final cost. */
  settle(tokens: Tokens): number;
}

/** What a request costs at least and, where it cannot be stopped on the way, at most. */
interface Asked {
  model: string;
  atLeast: Tokens;
  atMost?: Tokens;
}

export interface Account {
  /** What this member alone spent. */
  totals(): Totals;
  /** Spent by the whole job, what is under way included. */
  spentUsd(): number;
  limit: number | undefined;
  /** Why a request cannot be paid, or nothing. */
  refusal(request: Asked): string | undefined;
  open(model: string): Bill;
}

const nobody: Spent = { ...noTokens, requests: 0, usd: 0 };

/** Adds up what one member's requests cost; the limit is the job's, with everything under way counted in. */
export function createAccount({ account, prices }: Pick<GatewayOptions, "account" | "prices">): Account {
  const common = account ?? createJobAccount({});
  const byModel: Record<string, Spent> = {};
  let total = nobody;

  // A model without a price costs nothing.
  const costFor = (model: string, tokens: Tokens) => {
    const price = prices[model];
    return price ? costOf(tokens, price) : 0;
  };

  return {
    limit: common.limit,
    spentUsd: common.spentUsd,
    totals: () => ({ ...total, byModel: { ...byModel } }),
    refusal({ model, atLeast, atMost }) {
      const { limit } = common;
      const least = costFor(model, atLeast);
      const most = atMost ? costFor(model, atMost) : 0;
      return limit === undefined ? undefined : findRefusal({ spent: common.spentUsd(), limit, least, most });
    },
    open(model) {
      const posting = common.open();
      return {
        update: (tokens) => posting.update(costFor(model, tokens)),
        settle(tokens) {
          const usd = costFor(model, tokens);
          posting.settle(usd);
          total = addTokens(total, tokens, usd);
          byModel[model] = addTokens(byModel[model] ?? nobody, tokens, usd);
          return usd;
        },
      };
    },
  };
}

function findRefusal(usd: { spent: number; limit: number; least: number; most: number }): string | undefined {
  const sums = `${dollars(usd.spent)} of ${dollars(usd.limit)} are spent`;
  if (usd.spent >= usd.limit) return `The budget is used up: ${sums}.`;
  if (usd.spent + usd.least > usd.limit)
    return `The budget is used up: ${sums}, and this request costs more.`;
  if (usd.spent + usd.most <= usd.limit) return undefined;
  return `${sums}, and this request may cost ${dollars(usd.most)}: ask for fewer tokens, or stream.`;
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

export function dollars(usd: number): string {
  return `$${usd.toFixed(usd > 0 && usd < 0.01 ? 4 : 2)}`;
}

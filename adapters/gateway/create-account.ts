import { addTokens, costOf, noTokens } from "./count-cost.ts";
import type { GatewayOptions, Price, Spent, Tokens, Totals } from "./gateway.ts";

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
  totals(): Totals;
  /** Spent before this run, in it, and by what is under way. */
  spentUsd(): number;
  limit: number | undefined;
  /** Why a request cannot be paid, or nothing. */
  refusal(request: Asked): string | undefined;
  open(model: string): Bill;
}

const nobody: Spent = { ...noTokens, requests: 0, usd: 0 };

/** Adds up what requests cost and knows when the budget is reached, with everything under way counted in. */
export function createAccount({ budget, prices, onWarning }: GatewayOptions): Account {
  const limit = budget?.usd;
  const running = new Set<{ usd: number }>();
  const byModel: Record<string, Spent> = {};
  let total = nobody;
  let warned = false;

  const spentUsd = () =>
    (budget?.spentUsd ?? 0) + total.usd + [...running].reduce((sum, bill) => sum + bill.usd, 0);

  function warn(): void {
    if (warned || limit === undefined || budget?.warnAt === undefined) return;
    if (spentUsd() < limit * budget.warnAt) return;
    warned = true;
    onWarning?.({ usd: spentUsd(), limit });
  }

  return {
    limit,
    spentUsd,
    totals: () => ({ ...total, byModel: { ...byModel } }),
    refusal: (request) =>
      limit === undefined
        ? undefined
        : findRefusal(request, prices[request.model], { spent: spentUsd(), limit }),
    open(model) {
      const bill = { usd: 0 };
      running.add(bill);
      return {
        update(tokens) {
          bill.usd = costOf(tokens, prices[model]);
          warn();
          return limit !== undefined && spentUsd() > limit;
        },
        settle(tokens) {
          running.delete(bill);
          const usd = costOf(tokens, prices[model]);
          total = addTokens(total, tokens, usd);
          byModel[model] = addTokens(byModel[model] ?? nobody, tokens, usd);
          warn();
          return usd;
        },
      };
    },
  };
}

function findRefusal(
  { atLeast, atMost }: Asked,
  price: Price | undefined,
  { spent, limit }: { spent: number; limit: number },
): string | undefined {
  const sums = `${dollars(spent)} of ${dollars(limit)} are spent`;
  if (spent >= limit) return `The budget is used up: ${sums}.`;
  if (spent + costOf(atLeast, cheapest(price)) > limit)
    return `The budget is used up: ${sums}, and this request costs more.`;
  const most = atMost ? costOf(atMost, price) : 0;
  if (spent + most <= limit) return undefined;
  return `${sums}, and this request may cost ${dollars(most)}: ask for fewer tokens, or stream.`;
}

/** Nearly all of a long prompt comes from the cache: the least that its tokens can cost. */
function cheapest(price: Price | undefined): Price | undefined {
  return price && { ...price, input: Math.min(price.input, price.cached_input ?? price.input) };
}

export function dollars(usd: number): string {
  return `$${usd.toFixed(usd > 0 && usd < 0.01 ? 4 : 2)}`;
}

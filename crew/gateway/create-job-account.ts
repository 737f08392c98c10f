/** What one job may spend, and has spent, whichever of its members asks: one budget for all their gateways. */
export interface JobAccount {
  limit: number | undefined;
  /** Spent before the job, in it, and by what is under way. */
  spentUsd(): number;
  /** What may still be spent. */
  leftUsd(): number;
  open(): Posting;
}

/** One request on the account. */
export interface Posting {
  /** What it has cost so far; true when the budget is now passed. */
  update(usd: number): boolean;
  settle(usd: number): void;
}

export interface AccountTerms {
  /** Absent: no limit. */
  usd?: number;
  spentUsd?: number;
  /** The share of the budget from which a warning is due. */
  warnAt?: number;
  /** Once, when that share is spent. */
  onWarning?: (spent: { usd: number; limit: number }) => void;
}

/** Opens the account of a job; everything under way counts as spent. */
export function createJobAccount({ usd: limit, spentUsd = 0, warnAt, onWarning }: AccountTerms): JobAccount {
  const running = new Set<{ usd: number }>();
  let settled = spentUsd;
  let warned = false;

  const spent = () => settled + [...running].reduce((sum, posting) => sum + posting.usd, 0);
  function warn(): void {
    if (warned || limit === undefined || warnAt === undefined || spent() < limit * warnAt) return;
    warned = true;
    onWarning?.({ usd: spent(), limit });
  }

  return {
    limit,
    spentUsd: spent,
    leftUsd: () => (limit === undefined ? Number.POSITIVE_INFINITY : Math.max(0, limit - spent())),
    open() {
      const posting = { usd: 0 };
      running.add(posting);
      return {
        update(usd) {
          posting.usd = usd;
          warn();
          return limit !== undefined && spent() > limit;
        },
        settle(usd) {
          running.delete(posting);
          settled += usd;
          warn();
        },
      };
    },
  };
}

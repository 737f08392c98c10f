import { createLine } from "./create-line.ts";

/** What one job may spend, and has spent, whichever of its members asks: one budget for all their gateways. */
export interface JobAccount {
  limit: number | undefined;
  /** Spent before the job and in it. */
  spentUsd(): number;
  /** Set aside for requests that are under way. */
  reservedUsd(): number;
  /** What is not spent; requests under way may have set it aside. */
  leftUsd(): number;
  /** Sets aside what a request may cost; waits its turn where requests under way may leave more than there is now. */
  reserve<Offer extends { usd: number }>(claim: Claim<Offer>): Promise<Reservation<Offer> | undefined>;
}

/** A request that wants to be paid. */
export interface Claim<Offer> {
  /** What it takes of so much; nothing when that is too little for it, or when it would rather wait. */
  choose(leftUsd: number, mayWait: boolean): Offer | undefined;
  maxWaitMs: number;
  signal: AbortSignal;
}

export interface Reservation<Offer> extends Posting {
  offer: Offer;
}

/** One request on the account. */
export interface Posting {
  /** What it has cost so far; true when that is more than the budget has. */
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

// Sums of many small numbers are off by less than this.
const rounding = 1e-9;

/** Opens the account of a job. Nothing is sent to a provider that was not set aside before, so that requests cannot overspend together. */
export function createJobAccount({ usd: limit, spentUsd = 0, warnAt, onWarning }: AccountTerms): JobAccount {
  const running = new Set<{ usd: number }>();
  const line = createLine();
  let settled = spentUsd;
  let warned = false;

  const reserved = () => [...running].reduce((sum, posting) => sum + posting.usd, 0);
  const left = () => (limit ?? Number.POSITIVE_INFINITY) - settled - reserved();

  function warn(): void {
    if (warned || limit === undefined || warnAt === undefined || settled < limit * warnAt) return;
    warned = true;
    onWarning?.({ usd: settled, limit });
  }

  function post<Offer extends { usd: number }>(offer: Offer): Reservation<Offer> {
    const posting = { usd: offer.usd };
    running.add(posting);
    return {
      offer,
      update(usd) {
        posting.usd = Math.max(posting.usd, usd);
        return left() < -rounding;
      },
      settle(usd) {
        running.delete(posting);
        settled += usd;
        warn();
        line.move();
      },
    };
  }

  return {
    limit,
    spentUsd: () => settled,
    reservedUsd: reserved,
    leftUsd: () => Math.max(0, (limit ?? Number.POSITIVE_INFINITY) - settled),
    reserve({ choose, maxWaitMs, signal }) {
      return new Promise((resolve) => {
        const attempt = (mayWait: boolean) => {
          const offer = choose(left(), mayWait);
          if (!offer && mayWait) return false;
          resolve(offer && post(offer));
          return true;
        };
        line.join({
          // Once nothing is under way, waiting brings no more.
          attempt: () => attempt(running.size > 0),
          maxWaitMs,
          onTimeout: () => attempt(false),
          signal,
          onAbort: () => resolve(undefined),
        });
      });
    },
  };
}

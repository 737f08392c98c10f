import type { Place } from "./read-place.ts";

/** A new token is fetched this long before GitHub ends the old one: a loop that has begun can finish with it. */
const spareMs = 5 * 60_000;

export interface Token {
  token: string;
  expiresAt: string;
}

type MintToken = (place: Place) => Promise<Token>;

export interface Tokens {
  of(place: Place): Promise<string>;
  forget(place: Place): void;
}

/** Installation tokens, each for one repository only, kept while they live. */
export function createTokens(mint: MintToken, now: () => Date): Tokens {
  const kept = new Map<string, Promise<Token>>();
  const keyOf = ({ installation, repositoryId }: Place) => `${installation}/${repositoryId}`;
  const isFresh = ({ expiresAt }: Token) => Date.parse(expiresAt) - now().getTime() > spareMs;

  const renew = (place: Place): Promise<Token> => {
    const key = keyOf(place);
    const minted = mint(place);
    kept.set(key, minted);
    minted.catch(() => kept.get(key) === minted && kept.delete(key));
    return minted;
  };
  return {
    async of(place) {
      const known = await kept.get(keyOf(place));
      return (known && isFresh(known) ? known : await renew(place)).token;
    },
    forget: (place) => void kept.delete(keyOf(place)),
  };
}

/** Things to take one by one: what is taken is not there a second time. */
export interface Pool {
  take(key: string): boolean;
}

export function createPool(things: readonly { key: string }[]): Pool {
  const counts = new Map<string, number>();
  for (const { key } of things) counts.set(key, (counts.get(key) ?? 0) + 1);
  return {
    take(key) {
      const count = counts.get(key) ?? 0;
      if (count > 0) counts.set(key, count - 1);
      return count > 0;
    },
  };
}

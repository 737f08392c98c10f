export interface Memory {
  has(id: string): boolean;
  add(id: string): void;
}

/** Remembers the last so many ids. */
export function createMemory(most: number): Memory {
  const ids = new Set<string>();
  return {
    has: (id) => ids.has(id),
    add(id) {
      ids.add(id);
      const [oldest] = ids;
      if (ids.size > most && oldest !== undefined) ids.delete(oldest);
    },
  };
}

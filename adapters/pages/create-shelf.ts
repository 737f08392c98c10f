/** Keeps what was last used, up to so many bytes. */
export interface Shelf<T> {
  get(key: string): T | undefined;
  put(key: string, value: T, bytes: number): void;
}

export function createShelf<T>(maxBytes: number): Shelf<T> {
  const kept = new Map<string, { value: T; bytes: number }>();
  let total = 0;
  const drop = (key: string) => {
    total -= kept.get(key)?.bytes ?? 0;
    kept.delete(key);
  };
  return {
    get(key) {
      const found = kept.get(key);
      if (!found) return undefined;
      kept.delete(key);
      kept.set(key, found);
      return found.value;
    },
    put(key, value, bytes) {
      drop(key);
      if (bytes > maxBytes) return;
      kept.set(key, { value, bytes });
      total += bytes;
      for (const oldest of kept.keys()) {
        if (total <= maxBytes) return;
        drop(oldest);
      }
    },
  };
}

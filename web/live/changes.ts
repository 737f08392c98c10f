import type { RepositoryName } from "../source.ts";

/** Where pages hear that something changed. Whoever knows of it tells; what it was, the pages read for themselves. */
export interface Changes {
  tell(repository: RepositoryName): void;
  /** Calls `hear` for every change until the returned function is called. */
  listen(hear: (repository: RepositoryName) => void): () => void;
  /** What has changed so far; another value after each change, and in each process. */
  seen(): string;
}

export function createChanges(process: string): Changes {
  const listeners = new Set<(repository: RepositoryName) => void>();
  let count = 0;
  return {
    tell(repository) {
      count += 1;
      for (const hear of listeners) hear(repository);
    },
    listen(hear) {
      listeners.add(hear);
      return () => void listeners.delete(hear);
    },
    seen: () => `${process}.${count}`,
  };
}

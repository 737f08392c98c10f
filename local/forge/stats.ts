/** What was asked of the forge, for reports and for noticing a missing route. */
export interface Stats {
  requests: number;
  /** Requests other than GET and GraphQL queries; git over HTTP does not count. */
  writes: number;
  /** `GET /repos/{owner}/{repo}` → how often; a GraphQL mutation by its name, as `mutation minimizeComment`. */
  byRoute: Record<string, number>;
  /** What the forge does not have, by method and path. */
  unknown: Record<string, number>;
  git: number;
  /** Failures of the forge itself; a test should find none. */
  crashes: string[];
}

type Logger = (message: string, fields: Record<string, unknown>) => void;

/** Counts, and tells what should not happen. */
export interface Counter {
  stats: Stats;
  request(request: { method: string; route: string | undefined; path: string; write: boolean }): void;
  unknown(name: string): void;
  crash(where: string, error: unknown): void;
}

export function createCounter(log: Logger = () => {}): Counter {
  const stats: Stats = { requests: 0, writes: 0, byRoute: {}, unknown: {}, git: 0, crashes: [] };
  const add = (counts: Record<string, number>, name: string) => {
    counts[name] = (counts[name] ?? 0) + 1;
  };
  const unknown = (name: string) => {
    add(stats.unknown, name);
    log("unknown route", { name });
  };
  return {
    stats,
    request({ method, route, path, write }) {
      stats.requests++;
      if (write) stats.writes++;
      if (route) add(stats.byRoute, route);
      else unknown(`${method} ${path}`);
    },
    unknown,
    crash(where, error) {
      const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
      stats.crashes.push(`${where}: ${text}`);
      log("the forge failed", { where, error: text });
    },
  };
}

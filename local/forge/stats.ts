/** What was asked of the forge, for reports and for noticing a missing route. */
export interface Stats {
  requests: number;
  /** Requests other than GET; git over HTTP does not count. */
  writes: number;
  /** `GET /repos/{owner}/{repo}` → how often. */
  byRoute: Record<string, number>;
  /** What the forge does not have, by method and path. */
  unknown: Record<string, number>;
  git: number;
  /** Failures of the forge itself; a test should find none. */
  crashes: string[];
}

export function createStats(): Stats {
  return { requests: 0, writes: 0, byRoute: {}, unknown: {}, git: 0, crashes: [] };
}

export function countRequest(
  stats: Stats,
  request: { method: string; route: string | undefined; path: string },
): void {
  stats.requests++;
  if (request.method !== "GET") stats.writes++;
  if (request.route) stats.byRoute[request.route] = (stats.byRoute[request.route] ?? 0) + 1;
  else countUnknown(stats, `${request.method} ${request.path}`);
}

export function countUnknown(stats: Stats, name: string): void {
  stats.unknown[name] = (stats.unknown[name] ?? 0) + 1;
}

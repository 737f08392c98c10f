import type { Dialect, Route } from "./providers.ts";

export interface Found {
  route: Route;
  /** Path and query as they are sent on: nothing but what the route knows. */
  path: string;
  model: string | undefined;
}

/** The route that a request takes; nothing if engines do not need it. */
export function findRoute(dialect: Dialect, method: string, url: string): Found | undefined {
  const [pathname = "", search = ""] = url.split("?", 2);
  for (const route of dialect.routes) {
    const match = route.method === method ? route.path.exec(pathname) : null;
    if (!match) continue;
    const given = [...new URLSearchParams(search)].filter(([name]) => route.query.includes(name));
    const query = new URLSearchParams(given).toString();
    // Without it Google answers with one growing JSON array, which cannot be counted on the way.
    if (route.query.includes("alt") && query !== "alt=sse") return undefined;
    return { route, path: query ? `${pathname}?${query}` : pathname, model: match.groups?.["model"] };
  }
  return undefined;
}

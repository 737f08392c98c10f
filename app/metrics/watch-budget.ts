import type { Metrics } from "./create-metrics.ts";

/** Installations of which the budget is told: those that asked last. */
const mostInstallations = 100;

/** A token is one repository's, for an hour. */
const mostTokens = 5_000;

interface Budget {
  left: number;
  limit: number;
  /** Seconds since 1970. */
  reset: number;
}

/** GitHub's own names of its limits; another one is not told. */
const resources = ["core", "graphql", "search"];

/** Reads from GitHub's answers how many more requests an installation has. */
export function watchBudget(metrics: Metrics, now: () => Date) {
  const known = new Map<number, Map<string, Budget>>();
  const owners = new Map<string, number>();
  metrics.onRead(() => {
    metrics.clear("gsd_api_calls_left");
    metrics.clear("gsd_api_calls_limit");
    for (const [installation, budgets] of known)
      for (const [resource, { left, limit, reset }] of budgets) {
        const labels = { installation: String(installation), resource };
        // Past its reset the limit is whole again, whether anybody asked since or not.
        metrics.set("gsd_api_calls_left", reset * 1000 <= now().getTime() ? limit : left, labels);
        metrics.set("gsd_api_calls_limit", limit, labels);
      }
  });
  const note = (installation: number, { status, headers }: Response) => {
    metrics.add("gsd_api_responses_total", { status: `${Math.floor(status / 100)}xx` });
    const resource = headers.get("x-ratelimit-resource") ?? "";
    const [left, limit, reset] = ["remaining", "limit", "reset"].map((name) =>
      Number(headers.get(`x-ratelimit-${name}`) ?? Number.NaN),
    );
    if (!resources.includes(resource) || !isCount(left) || !isCount(limit) || !isCount(reset)) return;
    const budgets = known.get(installation) ?? new Map<string, Budget>();
    known.delete(installation);
    known.set(installation, budgets.set(resource, { left, limit, reset }));
    const [oldest] = known.keys();
    if (known.size > mostInstallations && oldest !== undefined) known.delete(oldest);
  };
  const ask: typeof fetch = async (input, init) => {
    try {
      const response = await fetch(input, init);
      const [, token = ""] = (new Headers(init?.headers).get("authorization") ?? "").split(" ");
      note(owners.get(token) ?? 0, response);
      return response;
    } catch (error) {
      metrics.add("gsd_api_responses_total", { status: "0" });
      throw error;
    }
  };
  return {
    /** Beneath what remembers answers: their old headers say nothing about now. */
    ask,
    /** Whose requests go out with a token. */
    know(token: string, installation: number) {
      owners.delete(token);
      owners.set(token, installation);
      const [oldest] = owners.keys();
      if (owners.size > mostTokens && oldest !== undefined) owners.delete(oldest);
    },
  };
}

function isCount(value: number | undefined): value is number {
  return value !== undefined && Number.isFinite(value) && value >= 0;
}

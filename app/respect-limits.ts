import type { Limits } from "./limits.ts";

export interface RespectOptions {
  limits: Limits;
  installation: number;
  ask: typeof fetch;
  /** How long a limit lasts of which GitHub does not say it. */
  unsaidMs: number;
  now?: () => number;
}

/** Longer than GitHub's hour no limit lasts: a header that says more is wrong. */
const longestMs = 3_600_000;

/**
 * A fetch that knows the limits which other loops and replicas of the App ran into: where one holds, the answer is GitHub's own refusal, without asking.
 * A primary limit holds for its resource (`core`, `graphql`), a secondary one for all that the installation asks.
 */
export function respectLimits({
  limits,
  installation,
  ask,
  unsaidMs,
  now = Date.now,
}: RespectOptions): typeof fetch {
  const all = `${installation}/all`;
  return async (input, init) => {
    const resource = `${installation}/${resourceOf(input)}`;
    const known = await Promise.all([limits.until(all), limits.until(resource)]);
    const until = Math.max(...known.map((one) => one ?? 0));
    if (until > now()) return refusal(until, now());
    const response = await ask(input, init);
    const limit = await readLimit(response, now(), unsaidMs);
    if (limit) await limits.note(limit.isPrimary ? resource : all, Math.min(limit.until, now() + longestMs));
    return response;
  };
}

function resourceOf(input: Parameters<typeof fetch>[0]): "graphql" | "core" {
  const address = input instanceof Request ? input.url : String(input);
  return new URL(address).pathname.endsWith("/graphql") ? "graphql" : "core";
}

interface Limit {
  until: number;
  isPrimary: boolean;
}

/** What an answer says of a limit: that it is reached, or that this was the last request before it. */
async function readLimit(response: Response, now: number, unsaidMs: number): Promise<Limit | undefined> {
  const { status, headers } = response;
  const reset = Number(headers.get("x-ratelimit-reset")) * 1_000;
  if (headers.get("x-ratelimit-remaining") === "0" && reset > now) return { until: reset, isPrimary: true };
  if (status !== 403 && status !== 429) return undefined;
  const seconds = headers.get("retry-after");
  if (seconds !== null && Number(seconds) >= 0)
    return { until: now + Number(seconds) * 1_000, isPrimary: false };
  const said = await response.clone().text();
  const isSecondary = status === 429 || /secondary rate limit|abuse detection/i.test(said);
  return isSecondary ? { until: now + unsaidMs, isPrimary: false } : undefined;
}

function refusal(until: number, now: number): Response {
  const seconds = Math.max(1, Math.ceil((until - now) / 1_000));
  const message = "API rate limit exceeded, as another loop of this App was told; nothing was asked.";
  return new Response(JSON.stringify({ message }), {
    status: 429,
    headers: { "content-type": "application/json; charset=utf-8", "retry-after": `${seconds}` },
  });
}

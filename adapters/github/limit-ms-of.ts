type Headers = Record<string, string | undefined>;

/** For clocks that differ a little: a limit that ends a moment later than we think would only refuse us again. */
const spareMs = 1_000;

/**
 * How long GitHub asks to wait: by `retry-after`, or until its primary limit is reset. Undefined where it does not say, as
 * with most secondary limits. https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api
 */
export function limitMsOf(error: unknown, nowMs: number): number | undefined {
  const headers = headersOf(error);
  const seconds = Number(headers["retry-after"]);
  if (headers["retry-after"] !== undefined && seconds >= 0) return seconds * 1_000;
  const reset = Number(headers["x-ratelimit-reset"]);
  if (headers["x-ratelimit-remaining"] !== "0" || !(reset > 0)) return undefined;
  return Math.max(0, reset * 1_000 - nowMs) + spareMs;
}

/** A refused request has a response; an error in a GraphQL answer has the headers of that answer. */
function headersOf(error: unknown): Headers {
  const { response, headers } = error as { response?: { headers?: Headers }; headers?: Headers };
  return response?.headers ?? headers ?? {};
}

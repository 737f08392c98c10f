/** How much is remembered, over all tokens together. */
export interface AnswerLimits {
  maxAnswers: number;
  maxBytes: number;
}

interface Answer {
  etag: string;
  headers: [string, string][];
  body: ArrayBuffer;
}

interface Answers {
  get(key: string): Answer | undefined;
  add(key: string, answer: Answer): void;
}

/**
 * A fetch that remembers what it read and asks GitHub only whether that changed: a 304 does not count against the rate limit.
 * https://docs.github.com/en/rest/using-the-rest-api/best-practices-for-using-the-rest-api#use-conditional-requests-if-appropriate
 */
export function rememberAnswers(limits: AnswerLimits, ask: typeof fetch = fetch): typeof fetch {
  const answers = createAnswers(limits);
  return async (input, init = {}) => {
    const headers = new Headers(init.headers);
    if (init.method !== "GET" || headers.has("if-none-match")) return ask(input, init);
    const key = keyOf(input, headers);
    const known = answers.get(key);
    if (known) headers.set("if-none-match", known.etag);
    const response = await ask(input, { ...init, headers });
    if (known && response.status === 304) {
      answers.add(key, known);
      return toResponse(known);
    }
    const answer = await toAnswer(response);
    if (!answer) return response;
    answers.add(key, answer);
    return toResponse(answer);
  };
}

/** The token is a part of it: what one may see is not for another, and GitHub's ETags differ by token anyway. */
function keyOf(input: Parameters<typeof fetch>[0], headers: Headers): string {
  const address = input instanceof Request ? input.url : String(input);
  return [headers.get("authorization"), headers.get("accept"), address].join("\n");
}

/** Undefined for what cannot be asked for again by its ETag; a redirect's is that of another address. */
async function toAnswer(response: Response): Promise<Answer | undefined> {
  const etag = response.headers.get("etag");
  if (response.status !== 200 || response.redirected || !etag) return undefined;
  return { etag, headers: [...response.headers], body: await response.arrayBuffer() };
}

function toResponse({ headers, body }: Answer): Response {
  return new Response(body, { status: 200, headers });
}

/** What was not used for longest goes first. */
function createAnswers({ maxAnswers, maxBytes }: AnswerLimits): Answers {
  const kept = new Map<string, Answer>();
  let bytes = 0;
  const drop = (key: string) => {
    bytes -= kept.get(key)?.body.byteLength ?? 0;
    kept.delete(key);
  };
  return {
    get: (key) => kept.get(key),
    add(key, answer) {
      drop(key);
      // Else one large file would push out everything.
      if (answer.body.byteLength > maxBytes) return;
      kept.set(key, answer);
      bytes += answer.body.byteLength;
      for (const oldest of kept.keys()) {
        if (kept.size <= maxAnswers && bytes <= maxBytes) return;
        drop(oldest);
      }
    },
  };
}

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Provider } from "../../../core/model/engines.ts";
import { createGateway } from "../../../crew/gateway/create-gateway.ts";
import { type AccountTerms, createJobAccount } from "../../../crew/gateway/create-job-account.ts";
import type { Gateway, GatewayOptions, UsageEntry } from "../../../crew/gateway/gateway.ts";
import { createModelApi, type ModelApi, type Script } from "../../model-api/create-model-api.ts";

export const canary = "sk-canary-7Qw9/Zt+4Lm2Vx8Rb1Nc6Yd3";
export const placeholder = "placeholder-of-the-sandbox";
export const now = new Date("2026-03-01T12:00:00.000Z");
export const price = { input: 3, output: 15, cached: 0.3, cache_write: 3.75 };

/** One way to ask one provider. */
export interface Asking {
  name: string;
  provider: Provider;
  path: (stream: boolean) => string;
  body: (stream: boolean, more?: object) => Record<string, unknown>;
  /** The part of a body that says these words. */
  say: (words: string) => Record<string, unknown>;
  /** How the CLI would show its key. */
  auth: Record<string, string>;
}

const user = (content: string) => [{ role: "user", content }];
const hello = user("Hello.");

export const askings: Asking[] = [
  {
    ...{ name: "Anthropic Messages", provider: "anthropic", path: () => "/v1/messages?beta=true" },
    body: (stream, more) => ({ model: "model-a", max_tokens: 1000, stream, messages: hello, ...more }),
    say: (words) => ({ messages: user(words) }),
    auth: { "x-api-key": placeholder, "anthropic-version": "2023-06-01" },
  },
  {
    ...{ name: "OpenAI Responses", provider: "openai", path: () => "/v1/responses" },
    body: (stream, more) => ({ model: "model-a", max_output_tokens: 1000, stream, input: hello, ...more }),
    say: (words) => ({ input: user(words) }),
    auth: { authorization: `Bearer ${placeholder}` },
  },
  {
    ...{ name: "Chat Completions", provider: "openai-compatible", path: () => "/v1/chat/completions" },
    body: (stream, more) => ({ model: "model-a", max_tokens: 1000, stream, messages: hello, ...more }),
    say: (words) => ({ messages: user(words) }),
    auth: { authorization: `Bearer ${placeholder}` },
  },
  {
    ...{ name: "Gemini", provider: "gemini" },
    path: (stream) =>
      `/v1beta/models/model-a:${stream ? "streamGenerateContent?alt=sse" : "generateContent"}`,
    body: (_, more) => ({
      contents: [{ role: "user", parts: [{ text: "Hello." }] }],
      generationConfig: { maxOutputTokens: 1000 },
      ...more,
    }),
    say: (words) => ({ contents: [{ role: "user", parts: [{ text: words }] }] }),
    auth: { "x-goog-api-key": placeholder },
  },
];

export const [anthropic, openai, chat, gemini] = askings as [Asking, Asking, Asking, Asking];

export interface World extends AsyncDisposable {
  api: ModelApi;
  gateway: Gateway;
  entries: UsageEntry[];
  warnings: { usd: number; limit: number }[];
  log(): string;
  ask(stream?: boolean, more?: { body?: object; path?: string; signal?: AbortSignal }): Promise<Response>;
}

/** A gateway before a model API that plays a script. */
export async function aGateway(
  { provider, path, body, auth }: Asking,
  script: Script,
  { budget, ...more }: Partial<GatewayOptions> & { budget?: AccountTerms } = {},
): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), "gsd-gateway-"));
  const logFile = join(folder, "usage.jsonl");
  const api = await createModelApi({ script });
  const entries: UsageEntry[] = [];
  const warnings: World["warnings"] = [];
  const gateway = await createGateway({
    ...{ provider, key: canary, models: ["model-a"], port: 0, prices: { "model-a": price } },
    baseUrl: provider.startsWith("openai") ? `${api.url}/v1` : api.url,
    now: () => now,
    logFile,
    onUsage: (entry) => entries.push(entry),
    account: createJobAccount({ ...budget, onWarning: (warning) => warnings.push(warning) }),
    ...more,
  });
  return {
    ...{ api, gateway, entries, warnings },
    log: () => readFileSync(logFile, "utf8"),
    ask: (stream = true, given = {}) =>
      fetch(`${gateway.address}${given.path ?? path(stream)}`, {
        method: "POST",
        headers: { "content-type": "application/json", ...auth },
        body: JSON.stringify(body(stream, given.body)),
        signal: given.signal,
      }),
    async [Symbol.asyncDispose]() {
      await gateway.stop();
      await api.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** Waits for something that happens after the answer is over. */
export async function until(isTrue: () => boolean): Promise<void> {
  for (let tries = 0; !isTrue() && tries < 200; tries += 1) await new Promise((wake) => setTimeout(wake, 10));
}

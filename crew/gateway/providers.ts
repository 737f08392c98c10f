import type { Provider } from "../../core/model/engines.ts";
import { anthropicMessages } from "./wires/anthropic-messages.ts";
import { geminiContent } from "./wires/gemini-content.ts";
import { openaiChat } from "./wires/openai-chat.ts";
import { openaiResponses } from "./wires/openai-responses.ts";
import type { Wire } from "./wires/wire.ts";

/** A path that engines need. Everything else is refused. */
export interface Route {
  method: "GET" | "POST";
  /** Of the whole path; the group `model` where the path names it. */
  path: RegExp;
  /** Parameters that are passed on. */
  query: string[];
  /** Present where there is a body. */
  wire?: Wire;
  /** Answers that cost nothing. */
  free?: true;
}

/** Why we say no, in terms that every provider has an error for. */
export type Refusal = "path" | "model" | "budget" | "request" | "too-large" | "auth" | "upstream" | "busy";

/** What differs from one provider to the next. */
export interface Dialect {
  routes: Route[];
  keyHeader(key: string): Record<string, string>;
  /** Where the base URL ends and the path begins: OpenAI's base holds `/v1`. */
  basePath(given: string): string;
  /** The path behind the base, for a path that an engine asked for. */
  upstreamPath(path: string): string;
  statuses: Record<Refusal, number>;
  error(refusal: Refusal, message: string): object;
}

const statuses: Record<Refusal, number> = {
  path: 403,
  model: 403,
  budget: 403,
  request: 400,
  "too-large": 413,
  auth: 401,
  upstream: 502,
  busy: 429,
};

const modelName = "(?<model>[A-Za-z0-9][A-Za-z0-9._-]*)";

const anthropic: Dialect = {
  routes: [
    { method: "POST", path: /^\/v1\/messages$/, query: ["beta"], wire: anthropicMessages },
    {
      method: "POST",
      path: /^\/v1\/messages\/count_tokens$/,
      query: ["beta"],
      wire: anthropicMessages,
      free: true,
    },
    { method: "GET", path: /^\/v1\/models$/, query: ["limit", "after_id", "before_id", "beta"] },
  ],
  keyHeader: (key) => ({ "x-api-key": key }),
  basePath: (given) => given.replace(/\/v1$/, ""),
  upstreamPath: (path) => path,
  statuses,
  error: (refusal, message) => ({ type: "error", error: { type: anthropicTypes[refusal], message } }),
};

const anthropicTypes: Record<Refusal, string> = {
  path: "permission_error",
  model: "permission_error",
  budget: "permission_error",
  request: "invalid_request_error",
  "too-large": "request_too_large",
  auth: "authentication_error",
  upstream: "api_error",
  busy: "rate_limit_error",
};

const openai: Dialect = {
  routes: [
    { method: "POST", path: /^\/v1\/responses$/, query: [], wire: openaiResponses },
    { method: "POST", path: /^\/v1\/chat\/completions$/, query: [], wire: openaiChat },
    { method: "GET", path: /^\/v1\/models$/, query: ["client_version"] },
  ],
  keyHeader: (key) => ({ authorization: `Bearer ${key}` }),
  basePath: (given) => (given === "" ? "/v1" : given),
  upstreamPath: (path) => path.slice("/v1".length),
  // Codex takes a 403 for a broken connection and tries it five times more.
  statuses: { ...statuses, model: 400, budget: 400 },
  error(refusal, message) {
    const type = refusal === "upstream" ? "server_error" : "invalid_request_error";
    return { error: { message, type, param: null, code: openaiCodes[refusal] } };
  },
};

const openaiCodes: Record<Refusal, string> = {
  path: "path_not_allowed",
  model: "model_not_found",
  budget: "insufficient_quota",
  request: "invalid_request",
  "too-large": "request_too_large",
  auth: "invalid_api_key",
  upstream: "upstream_error",
  busy: "rate_limit_exceeded",
};

const geminiPath = (verb: string) => new RegExp(`^/v1beta/models/${modelName}:${verb}$`);

const gemini: Dialect = {
  routes: [
    { method: "POST", path: geminiPath("generateContent"), query: [], wire: geminiContent },
    {
      method: "POST",
      path: geminiPath("streamGenerateContent"),
      query: ["alt"],
      wire: geminiContent,
    },
    { method: "POST", path: geminiPath("countTokens"), query: [], wire: geminiContent, free: true },
    { method: "GET", path: /^\/v1beta\/models$/, query: ["pageSize", "pageToken"] },
  ],
  keyHeader: (key) => ({ "x-goog-api-key": key }),
  basePath: (given) => given.replace(/\/v1beta$/, ""),
  upstreamPath: (path) => path,
  statuses,
  error: (refusal, message) => ({
    error: { code: statuses[refusal], message, status: googleStatuses[refusal] },
  }),
};

const googleStatuses: Record<Refusal, string> = {
  path: "PERMISSION_DENIED",
  model: "PERMISSION_DENIED",
  budget: "PERMISSION_DENIED",
  request: "INVALID_ARGUMENT",
  "too-large": "INVALID_ARGUMENT",
  auth: "UNAUTHENTICATED",
  upstream: "UNAVAILABLE",
  busy: "RESOURCE_EXHAUSTED",
};

export const dialects: Record<Provider, Dialect> = {
  anthropic,
  openai,
  "openai-compatible": openai,
  gemini,
};

import type { Provider } from "../gateway/gateway.ts";
import type { CliName } from "./pinned-engines.ts";

/** The APIs that each engine can speak; the first is the usual one. */
export const providersOf: Readonly<Record<CliName, readonly [Provider, ...Provider[]]>> = {
  "claude-code": ["anthropic"],
  codex: ["openai", "openai-compatible"],
  gemini: ["gemini"],
  opencode: ["openai", "anthropic", "gemini", "openai-compatible"],
};

/** The repository secret that holds a provider's key. */
export const secretOf: Readonly<Record<Provider, string>> = {
  anthropic: "ANTHROPIC_API_KEY",
  openai: "OPENAI_API_KEY",
  gemini: "GEMINI_API_KEY",
  "openai-compatible": "MODEL_API_KEY",
};

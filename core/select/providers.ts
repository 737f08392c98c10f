import type { CliName, Provider } from "../model/engines.ts";

/** Providers that a repository has a secret and an address for. */
type Maker = Exclude<Provider, "openai-compatible">;

/** The APIs that each engine can speak; the first is the usual one. */
export const providersOf: Readonly<Record<CliName, readonly [Maker, ...Provider[]]>> = {
  "claude-code": ["anthropic"],
  codex: ["openai", "openai-compatible"],
  gemini: ["gemini"],
  opencode: ["openai", "anthropic", "gemini", "openai-compatible"],
};

/** Whose API answers for a model, as far as the engine can speak it: OpenCode asks each model at its maker. */
export function providerFor(engine: CliName, model: string): Maker {
  const known = providersOf[engine];
  const maker = makers.find(({ models }) => models.test(model))?.provider;
  return maker && known.includes(maker) ? maker : known[0];
}

const makers = [
  { models: /^claude-/, provider: "anthropic" },
  { models: /^gemini-/, provider: "gemini" },
] as const;

/** The repository secret that holds a provider's key. */
export const secretOf: Readonly<Record<Provider, string>> = {
  anthropic: "ANTHROPIC_API_KEY",
  openai: "OPENAI_API_KEY",
  gemini: "GEMINI_API_KEY",
  "openai-compatible": "MODEL_API_KEY",
};

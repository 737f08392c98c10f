/** From the strongest to the cheapest. */
export const tiers = ["high_reasoning", "balanced", "fast"] as const;
export type Tier = (typeof tiers)[number];

export const engineNames = ["claude-code", "codex", "gemini", "opencode", "script"] as const;
export type EngineName = (typeof engineNames)[number];

/** An engine that is a program of its own and asks a model. */
export type CliName = Exclude<EngineName, "script">;

/** The APIs that a gateway can stand before; `openai-compatible` is OpenAI's wire at anyone's address. */
export type Provider = "anthropic" | "openai" | "openai-compatible" | "gemini";

export function isEngine(text: string): text is EngineName {
  return engineNames.some((engine) => engine === text);
}

/** US dollars per million tokens. */
export interface Rates {
  input: number;
  output: number;
  /** Input read from the provider's cache; as `input` where nothing is said. */
  cached?: number;
  /** Input written to it; as `input` where nothing is said. */
  cache_write?: number;
}

export interface Price extends Rates {
  /** What a whole request costs whose prompt has more than `over` tokens. */
  long?: Rates & { over: number };
}

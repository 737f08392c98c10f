import { describe, expect, it } from "vitest";
import { providerFor } from "../../../core/select/providers.ts";

describe("whose API an engine asks", () => {
  it("is the model's maker for OpenCode, and OpenAI's or a compatible one for models that nobody knows", () => {
    expect(providerFor("opencode", "claude-sonnet-5-5")).toBe("anthropic");
    expect(providerFor("opencode", "gemini-3.8-flash")).toBe("gemini");
    expect(providerFor("opencode", "gpt-6.1-terra")).toBe("openai");
    expect(providerFor("opencode", "qwen3-coder")).toBe("openai");
  });

  it("is always its own for an engine that speaks one API only", () => {
    expect(providerFor("claude-code", "gemini-3.8-flash")).toBe("anthropic");
    expect(providerFor("codex", "claude-sonnet-5-5")).toBe("openai");
    expect(providerFor("gemini", "gpt-6.1-terra")).toBe("gemini");
  });
});

import type { ToolName } from "../../core/model/config/permissions.ts";
import type { Provider } from "../../core/model/engines.ts";
import { type EngineRules, rulesAbout, type SettledRule } from "../../core/permissions/engine-rules.ts";
import type { Cli, CliAsk, CliSaid } from "./cli.ts";
import { describeCall } from "./describe-call.ts";
import { countIn, objectIn, textIn } from "./json.ts";

/** How it speaks to each provider; the packages are part of its program. */
const sdks: Record<Provider, { npm: string; path: string }> = {
  anthropic: { npm: "@ai-sdk/anthropic", path: "/v1" },
  openai: { npm: "@ai-sdk/openai", path: "/v1" },
  "openai-compatible": { npm: "@ai-sdk/openai-compatible", path: "/v1" },
  gemini: { npm: "@ai-sdk/google", path: "/v1beta" },
};

/** OpenCode: https://opencode.ai/docs/cli and https://opencode.ai/docs/config */
export const opencode: Cli = {
  start: (ask) => ({
    // No plugin; a title of ours, else it asks the model for one.
    argv: ["run", "--format", "json", "--pure", "--title", "gsd"],
    env: {
      // Stands above every file, so that nothing in the repository sets another provider or permission.
      OPENCODE_CONFIG_CONTENT: JSON.stringify(configOf(ask)),
      // The repository's opencode.json could name MCP servers and plugins.
      OPENCODE_DISABLE_PROJECT_CONFIG: "1",
      OPENCODE_DISABLE_MODELS_FETCH: "1",
      OPENCODE_DISABLE_AUTOUPDATE: "1",
      OPENCODE_DISABLE_LSP_DOWNLOAD: "1",
      OPENCODE_DISABLE_DEFAULT_PLUGINS: "1",
      OPENCODE_EXPERIMENTAL_DISABLE_FILEWATCHER: "1",
    },
    files: {},
  }),

  describe(event) {
    const part = objectIn(event, "part");
    if (event["type"] === "text") return textIn(part, "text");
    if (event["type"] !== "tool_use") return undefined;
    return describeCall(textIn(part, "tool") ?? "tool", objectIn(objectIn(part, "state"), "input"));
  },

  read(events): CliSaid {
    const steps = events
      .filter((event) => event["type"] === "step_finish")
      .map((event) => objectIn(event, "part"));
    const text = events.findLast((event) => event["type"] === "text");
    const error = events.findLast((event) => event["type"] === "error");
    const sum = (read: (tokens: object) => number) =>
      steps.reduce((total, step) => total + read(objectIn(step, "tokens")), 0);
    const cached = sum((tokens) => countIn(objectIn(tokens, "cache"), "read"));
    const written = sum((tokens) => countIn(objectIn(tokens, "cache"), "write"));
    const thinking = sum((tokens) => countIn(tokens, "reasoning"));
    return {
      text: textIn(text?.["part"], "text"),
      turns: steps.length,
      usage: {
        input: sum((tokens) => countIn(tokens, "input")) + cached + written,
        output: sum((tokens) => countIn(tokens, "output")) + thinking,
        cached,
        thinking,
      },
      session: textIn(events[0], "sessionID"),
      ...(error ? { failure: { outcome: "crashed", message: messageOf(error["error"]) } } : {}),
    };
  },
};

const tools: Readonly<Record<ToolName, readonly string[]>> = {
  shell: ["bash"],
  read: ["read"],
  search: ["glob", "grep", "list"],
  plan: ["todowrite", "todoread"],
  edit: ["edit"],
};

/** The last pattern that fits counts, so that exceptions do too. */
function permissionsOf(rules: EngineRules): Record<string, string | Record<string, string>> {
  const withheld = rules.tools.flatMap((name) => tools[name]).map((name) => [name, "deny"]);
  const path = ({ pattern }: SettledRule) => placesOf(pattern);
  const command = ({ pattern }: SettledRule) => [pattern, `${pattern} *`];
  return {
    ...patternsOf("read", rulesAbout(rules, "file", "read"), path),
    ...patternsOf("edit", rulesAbout(rules, "file", "write", "delete"), path),
    ...patternsOf("bash", rulesAbout(rules, "command", "run"), command),
    ...Object.fromEntries(withheld),
  };
}

function patternsOf(tool: string, rules: readonly SettledRule[], patterns: (rule: SettledRule) => string[]) {
  if (rules.length === 0) return {};
  const entries = rules.flatMap((rule) => patterns(rule).map((pattern) => [pattern, rule.decision]));
  return { [tool]: Object.fromEntries([["*", "allow"], ...entries]) as Record<string, string> };
}

function placesOf(pattern: string): string[] {
  return pattern === "*" || pattern.endsWith("/**")
    ? [pattern]
    : [pattern, `${pattern.replace(/\/$/, "")}/**`];
}

function configOf({ edits, model, provider, rules, at }: CliAsk) {
  const { npm, path } = sdks[provider];
  return {
    provider: {
      gsd: {
        npm,
        name: "gsd",
        options: { baseURL: `${at.gateway}${path}`, apiKey: "placeholder" },
        models: { [model]: { name: model, limit: { context: 200_000, output: 32_000 } } },
      },
    },
    model: `gsd/${model}`,
    small_model: `gsd/${model}`,
    // Not read by themselves once the repository's opencode.json is not.
    instructions: [`${at.tree}/AGENTS.md`, `${at.tree}/CLAUDE.md`],
    autoupdate: false,
    share: "disabled",
    snapshot: false,
    // Whatever it may do is decided by the sandbox: no question that nobody answers.
    permission: {
      "*": "allow",
      webfetch: "deny",
      websearch: "deny",
      codesearch: "deny",
      task: "deny",
      ...permissionsOf(rules),
      ...(edits ? {} : { edit: "deny" }),
    },
  };
}

function messageOf(error: unknown): string {
  return (
    textIn(objectIn(error, "data"), "message") ??
    textIn(error, "message") ??
    textIn(error, "name") ??
    "no message"
  );
}

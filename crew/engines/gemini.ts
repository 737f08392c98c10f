import type { ToolName } from "../../core/model/config/permissions.ts";
import { rulesAbout, type SettledRule } from "../../core/permissions/engine-rules.ts";
import type { Cli, CliAsk, CliEvent, CliSaid } from "./cli.ts";
import { describeCall } from "./describe-call.ts";
import { countIn, objectIn, textIn } from "./json.ts";

/** Jobs of its own for which it would ask other models, which the gateway refuses. */
const sideJobs = [
  ...["classifier", "edit-corrector", "llm-edit-fixer", "summarizer-default", "summarizer-shell"],
  ...["loop-detection", "loop-detection-double-check", "next-speaker-checker", "context-snapshotter"],
  ...["chat-compression-3-pro", "chat-compression-3-flash", "chat-compression-3.1-flash-lite"],
  ...["chat-compression-2.5-pro", "chat-compression-2.5-flash", "chat-compression-2.5-flash-lite"],
  ...["chat-compression-default", "agent-history-provider-summarizer"],
];

const network = ["google_web_search", "web_fetch"];
const tools: Readonly<Record<ToolName, readonly string[]>> = {
  shell: ["run_shell_command"],
  read: ["read_file", "read_many_files"],
  search: ["list_directory", "glob", "grep_search", "search_file_content"],
  plan: ["write_todos"],
  edit: ["write_file", "replace"],
};

/** Gemini CLI: https://geminicli.com/docs/reference/configuration */
export const gemini: Cli = {
  start: (ask) => ({
    argv: [
      ...["--model", ask.model, "--output-format", "stream-json"],
      // Whatever it may do is decided by the sandbox: no question that nobody answers.
      ...["--approval-mode", "yolo", "--admin-policy", `${ask.at.home}/policy.toml`],
      // Names that nothing has: no MCP server and no extension, whatever the repository's settings say.
      ...["--allowed-mcp-server-names", "none", "--extensions", "none"],
    ],
    env: {
      GEMINI_API_KEY: "placeholder",
      GOOGLE_GEMINI_BASE_URL: ask.at.gateway,
      GEMINI_CLI_TRUST_WORKSPACE: "true",
      GEMINI_CLI_NO_RELAUNCH: "true",
      TERM: "xterm-256color",
    },
    files: {
      ".gemini/settings.json": JSON.stringify(settingsOf(ask)),
      "policy.toml": policyOf(ask),
    },
  }),

  describe(event) {
    if (event["type"] !== "tool_use") return undefined;
    return describeCall(textIn(event, "tool_name") ?? "tool", objectIn(event, "parameters"));
  },

  read(events): CliSaid {
    const result = events.findLast((event) => event["type"] === "result");
    const error = events.findLast((event) => event["type"] === "error");
    const stats = objectIn(result, "stats");
    return {
      text: lastWords(events),
      usage: {
        input: countIn(stats, "input_tokens"),
        output: countIn(stats, "output_tokens"),
        cached: countIn(stats, "cached"),
      },
      session: textIn(
        events.find((event) => event["type"] === "init"),
        "session_id",
      ),
      ...failureOf(objectIn(result, "error"), result, error),
    };
  },
};

function settingsOf({ model, maxTurns }: CliAsk) {
  const same = Object.fromEntries(sideJobs.map((name) => [name, { modelConfig: { model } }]));
  return {
    security: { auth: { selectedType: "gemini-api-key" } },
    general: { enableAutoUpdate: false, enableAutoUpdateNotification: false, maxAttempts: 3 },
    privacy: { usageStatisticsEnabled: false },
    telemetry: { enabled: false },
    context: { fileName: ["GEMINI.md", "AGENTS.md"] },
    hooksConfig: { enabled: false },
    experimental: { enableAgents: false },
    model: { disableLoopDetection: true, ...(maxTurns === undefined ? {} : { maxSessionTurns: maxTurns }) },
    modelConfigs: { customAliases: same },
  };
}

/** For every approval mode. Of tools that are denied altogether the model is not even told; of rules about arguments the highest counts. */
function policyOf({ edits, rules, at }: CliAsk): string {
  const withheld = rules.tools.flatMap((name) => tools[name]);
  const off = [...network, ...withheld, ...(edits ? [] : tools.edit)];
  const path = (rule: SettledRule) =>
    `"(?:file_path|path)":"(?:${escaped(at.tree)}/|\\./|)${globWords(rule.pattern)}(?:/|")`;
  const command = (rule: SettledRule) => `"command":"${globWords(rule.pattern)}[ "]`;
  return [
    policy({ toolName: off, decision: "deny", priority: 900 }),
    ...about(rulesAbout(rules, "file", "read"), tools.read, path),
    ...about(rulesAbout(rules, "file", "write", "delete"), tools.edit, path),
    ...about(rulesAbout(rules, "command", "run"), tools.shell, command),
  ].join("\n");
}

function about(
  rules: readonly SettledRule[],
  toolName: readonly string[],
  pattern: (rule: SettledRule) => string,
): string[] {
  return rules.map((rule, at) =>
    policy({ toolName, argsPattern: pattern(rule), decision: rule.decision, priority: 100 + at }),
  );
}

/** JSON's texts, lists and numbers are TOML's too. */
function policy(fields: Record<string, unknown>): string {
  const lines = Object.entries(fields).map(([name, value]) => `${name} = ${JSON.stringify(value)}`);
  return `[[rule]]\n${lines.join("\n")}\n`;
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}

function globWords(pattern: string): string {
  const whole = pattern.replace(/\/\*\*$/, "");
  return whole
    .split(/(\*+)/)
    .map((part) => (part.startsWith("*") ? '[^"]*' : escaped(part)))
    .join("");
}

/** What it said since its last tool call; words come in pieces. */
function lastWords(events: CliEvent[]): string {
  const from = events.findLastIndex((event) => event["type"] === "tool_result") + 1;
  const said = events
    .slice(from)
    .filter((event) => event["type"] === "message" && event["role"] === "assistant");
  return said.map((event) => textIn(event, "content") ?? "").join("");
}

function failureOf(error: CliEvent, result?: CliEvent, event?: CliEvent): Pick<CliSaid, "failure"> {
  if (result && result["status"] !== "error") return {};
  const message = textIn(error, "message") ?? textIn(event, "message");
  if (!result && message === undefined) return {};
  const turns = textIn(error, "type") === "FatalTurnLimitedError" || /max session turns/i.test(message ?? "");
  return { failure: { outcome: turns ? "max-turns" : "crashed", message: message ?? "no message" } };
}

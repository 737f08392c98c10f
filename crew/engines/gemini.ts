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
const editing = ["write_file", "replace"];

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
      "policy.toml": denied([...network, ...(ask.edits ? [] : editing)]),
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

/** Denied for every approval mode; the model is not even told of these tools. */
function denied(tools: string[]): string {
  return `[[rule]]\ntoolName = ${JSON.stringify(tools)}\ndecision = "deny"\npriority = 900\n`;
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

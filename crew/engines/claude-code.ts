import { type ToolName, toolNames } from "../../core/model/config/permissions.ts";
import type { Outcome } from "../../core/model/job.ts";
import { type EngineRules, rulesAbout, type SettledRule } from "../../core/permissions/engine-rules.ts";
import type { Cli, CliEvent, CliSaid, Places } from "./cli.ts";
import { describeCall } from "./describe-call.ts";
import { countIn, listIn, objectIn, textIn } from "./json.ts";

/** No tool that reaches the network, starts other sessions or outlives this one. */
const tools: Readonly<Record<ToolName, readonly string[]>> = {
  shell: ["Bash"],
  read: ["Read"],
  search: ["Glob", "Grep"],
  plan: ["TodoWrite"],
  edit: ["Edit", "Write", "NotebookEdit"],
};

/** Claude Code: https://code.claude.com/docs/en/cli-reference */
export const claudeCode: Cli = {
  start: ({ edits, model, schema, maxTurns, rules, at }) => ({
    argv: [
      ...["--print", "--output-format", "stream-json", "--verbose", "--model", model],
      // Whatever it may do is decided by the sandbox: no question that nobody answers.
      "--dangerously-skip-permissions",
      ...["--tools", toolsFor(rules, edits).join(",")],
      // The repository's CLAUDE.md and settings count, as they are in the base; its hooks and MCP servers do not.
      ...["--setting-sources", "project", "--settings", JSON.stringify(settingsOf(rules, at))],
      ...["--strict-mcp-config", "--no-session-persistence"],
      ...["--json-schema", JSON.stringify(schema)],
      ...(maxTurns === undefined ? [] : ["--max-turns", String(maxTurns)]),
    ],
    env: {
      ANTHROPIC_BASE_URL: at.gateway,
      ANTHROPIC_API_KEY: "placeholder",
      // Otherwise it asks a smaller model of its own choice for titles and summaries.
      ANTHROPIC_SMALL_FAST_MODEL: model,
      ANTHROPIC_DEFAULT_HAIKU_MODEL: model,
      CLAUDE_CODE_SUBAGENT_MODEL: model,
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      DISABLE_AUTOUPDATER: "1",
      // Else a failure is tried again for minutes without a word.
      CLAUDE_CODE_MAX_RETRIES: "2",
    },
    files: {},
  }),

  describe(event) {
    if (event["type"] !== "assistant") return undefined;
    const parts = listIn(event["message"], "content").map((part) => {
      const name = textIn(part, "name");
      return name ? describeCall(name, objectIn(part, "input")) : textIn(part, "text");
    });
    return parts.filter(Boolean).join("\n") || undefined;
  },

  read(events): CliSaid {
    const result = events.findLast((event) => event["type"] === "result");
    const session = textIn(
      events.find((event) => textIn(event, "session_id")),
      "session_id",
    );
    if (!result) return { session };
    return {
      text: textIn(result, "result"),
      answer: result["structured_output"],
      turns: result["is_error"] === true ? 0 : countIn(result, "num_turns"),
      usage: readUsage(objectIn(result, "usage")),
      session,
      ...failureOf(result),
    };
  },
};

function toolsFor({ tools: withheld }: EngineRules, edits: boolean): string[] {
  const names = toolNames.filter((name) => !withheld.includes(name) && (edits || name !== "edit"));
  return names.flatMap((name) => tools[name]);
}

/** Whatever is denied here is so in every mode. An exception would not count, so a rule that has one is left to the sandbox and the gate. */
function settingsOf(rules: EngineRules, { tree }: Places) {
  const read = denied(rulesAbout(rules, "file", "read"));
  const written = denied(rulesAbout(rules, "file", "write", "delete"));
  const run = denied(rulesAbout(rules, "command", "run"));
  const below = (pattern: string) => (pattern === "*" ? [`/${tree}/**`] : placesOf(`/${tree}/${pattern}`));
  const deny = [
    ...read.flatMap(below).map((path) => `Read(${path})`),
    ...written.flatMap(below).map((path) => `Edit(${path})`),
    ...run.flatMap((name) => [`Bash(${name})`, `Bash(${name} *)`]),
  ];
  return deny.length > 0 ? { disableAllHooks: true, permissions: { deny } } : { disableAllHooks: true };
}

function placesOf(path: string): string[] {
  return path.endsWith("/**") ? [path] : [path, `${path.replace(/\/$/, "")}/**`];
}

function denied(rules: readonly SettledRule[]): string[] {
  const last = rules.findLastIndex(({ decision }) => decision === "allow");
  return rules.slice(last + 1).map(({ pattern }) => pattern);
}

/** A 401 comes as `subtype: "success"` with `is_error: true`. */
function failureOf(result: CliEvent): Pick<CliSaid, "failure"> {
  const subtype = textIn(result, "subtype") ?? "";
  if (subtype === "success" && result["is_error"] !== true) return {};
  const outcome: Outcome =
    subtype === "error_max_turns"
      ? "max-turns"
      : subtype === "error_max_structured_output_retries"
        ? "invalid-answer"
        : "crashed";
  const errors = listIn(result, "errors").filter((error) => typeof error === "string");
  return { failure: { outcome, message: textIn(result, "result") ?? (errors.join(" ") || subtype) } };
}

function readUsage(usage: CliEvent) {
  const cached = countIn(usage, "cache_read_input_tokens");
  const input = countIn(usage, "input_tokens") + cached + countIn(usage, "cache_creation_input_tokens");
  return { input, output: countIn(usage, "output_tokens"), cached };
}

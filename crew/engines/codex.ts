import { parseObject } from "../../core/text/parse-object.ts";
import type { Cli, CliEvent, CliSaid, Places } from "./cli.ts";
import { countIn, objectIn, textIn } from "./json.ts";
import { dropNulls, toStrictSchema } from "./strict-schema.ts";

const provider = ({ gateway }: Places) =>
  [
    'name="gsd"',
    `base_url="${gateway}/v1"`,
    'env_key="GSD_KEY"',
    'wire_api="responses"',
    "request_max_retries=2",
    "stream_max_retries=2",
  ].join(",");

/** Features that ask the network at the start (5 s each without one), start other agents, or run hooks. */
const off = [
  "plugins",
  "apps",
  "multi_agent",
  "goals",
  "hooks",
  "image_generation",
  "browser_use",
  "computer_use",
];

/** Both ways in which it runs commands. */
const shell = ["shell_tool", "unified_exec"];

/** Codex: https://developers.openai.com/codex/cli/reference */
export const codex: Cli = {
  start({ model, schema, rules, at }) {
    const strict = toStrictSchema(schema);
    return {
      argv: [
        ...["exec", "--json", "--ephemeral", "--skip-git-repo-check", "--color", "never", "--model", model],
        // Whatever it may do is decided by our sandbox; its own cannot start inside ours.
        ...["--sandbox", "danger-full-access", "--ignore-user-config", "--ignore-rules"],
        ...[...off, ...(rules.tools.includes("shell") ? shell : [])].flatMap((feature) => [
          "--disable",
          feature,
        ]),
        ...["-c", "analytics.enabled=false", "-c", "check_for_update_on_startup=false"],
        ...["-c", 'web_search="disabled"', "-c", 'approval_policy="never"'],
        ...["-c", "model_provider=gsd", "-c", `model_providers.gsd={${provider(at)}}`],
        ...(strict ? ["--output-schema", `${at.home}/answer.json`] : []),
        "-",
      ],
      env: { GSD_KEY: "placeholder", CODEX_HOME: `${at.home}/.codex` },
      files: { ".codex/config.toml": "", ...(strict ? { "answer.json": JSON.stringify(strict) } : {}) },
    };
  },

  describe(event) {
    const item = objectIn(event, "item");
    if (event["type"] === "item.completed" && item["type"] === "agent_message") return textIn(item, "text");
    if (event["type"] !== "item.started") return undefined;
    const [type, command] = [textIn(item, "type"), textIn(item, "command")];
    return command ? `${type} ${command.slice(0, 200)}` : type;
  },

  read(events): CliSaid {
    const last = (type: string) => events.findLast((event) => event["type"] === type);
    const text = textIn(events.findLast(isMessage)?.["item"], "text");
    const completed = last("turn.completed");
    const usage = objectIn(completed, "usage");
    return {
      text,
      answer: parse(text),
      usage: {
        input: countIn(usage, "input_tokens"),
        output: countIn(usage, "output_tokens"),
        cached: countIn(usage, "cached_input_tokens"),
        thinking: countIn(usage, "reasoning_output_tokens"),
      },
      session: textIn(last("thread.started"), "thread_id"),
      // An error before the turn was completed is one that it got over.
      ...(completed ? {} : failureOf(last("turn.failed"), last("error"))),
    };
  },
};

function failureOf(failed?: CliEvent, error?: CliEvent): Pick<CliSaid, "failure"> {
  if (!failed && !error) return {};
  const message = textIn(objectIn(failed, "error"), "message") ?? textIn(error, "message") ?? "no message";
  return { failure: { outcome: "crashed", message } };
}

function isMessage(event: CliEvent): boolean {
  return event["type"] === "item.completed" && objectIn(event, "item")["type"] === "agent_message";
}

/** What the strict schema made null was left out. */
function parse(text = ""): unknown {
  const value = parseObject(text);
  return value && dropNulls(value);
}

import { describe, expect, it } from "vitest";
import { answerSchemas } from "../../../core/model/answers.ts";
import { claudeCode } from "../../../crew/engines/claude-code.ts";
import type { Cli, CliAsk } from "../../../crew/engines/cli.ts";
import { codex } from "../../../crew/engines/codex.ts";
import { gemini } from "../../../crew/engines/gemini.ts";
import { opencode } from "../../../crew/engines/opencode.ts";

const ask: CliAsk = {
  edits: true,
  model: "model-a",
  provider: "openai",
  schema: answerSchemas.change,
  maxTurns: 7,
  rules: { tools: [], rules: [] },
  at: { gateway: "http://127.0.0.1:6473", home: "/home/agent", tree: "/repo" },
};
const all: [string, Cli][] = Object.entries({ claudeCode, codex, gemini, opencode });

describe.each(all)("%s", (_, cli) => {
  it("is given the model, the gateway's address and a placeholder", () => {
    const start = JSON.stringify(cli.start(ask));
    expect(start).toContain("model-a");
    expect(start).toContain("http://127.0.0.1:6473");
    expect(start).toContain("placeholder");
  });

  it("makes nothing of an output that stops short", () => {
    const { text, answer, failure } = cli.read([]);
    expect({ text: text || undefined, answer, failure }).toEqual({});
  });
});

describe("Claude Code's words", () => {
  const start = { type: "system", subtype: "init", session_id: "s1" };

  it("hold the answer by the schema, and tokens with those of the cache", () => {
    const usage = {
      input_tokens: 10,
      cache_read_input_tokens: 5,
      cache_creation_input_tokens: 3,
      output_tokens: 2,
    };
    const result = {
      type: "result",
      subtype: "success",
      is_error: false,
      num_turns: 2,
      structured_output: { a: 1 },
      usage,
    };
    expect(claudeCode.read([start, result])).toMatchObject({
      ...{ answer: { a: 1 }, session: "s1", turns: 2 },
      usage: { input: 18, output: 2, cached: 5 },
    });
    expect(claudeCode.read([start, result]).failure).toBeUndefined();
  });

  it("call a refused key a success that is an error", () => {
    const result = { type: "result", subtype: "success", is_error: true, result: "Invalid API key" };
    expect(claudeCode.read([start, result]).failure).toEqual({
      outcome: "crashed",
      message: "Invalid API key",
    });
  });

  it("name the limit of turns", () => {
    const result = { type: "result", subtype: "error_max_turns", is_error: true, errors: ["Reached 3"] };
    expect(claudeCode.read([result]).failure).toEqual({ outcome: "max-turns", message: "Reached 3" });
  });
});

describe("Codex's words", () => {
  const message = (text: string) => ({ type: "item.completed", item: { type: "agent_message", text } });

  it("hold the answer in the last message, with null for what was left out", () => {
    const events = [
      { type: "thread.started", thread_id: "t1" },
      message("Working on it."),
      message('{"summary":"s","line":null}'),
      {
        type: "turn.completed",
        usage: { input_tokens: 9, cached_input_tokens: 4, output_tokens: 3, reasoning_output_tokens: 1 },
      },
    ];
    expect(codex.read(events)).toEqual({
      ...{ text: '{"summary":"s","line":null}', answer: { summary: "s" }, session: "t1" },
      usage: { input: 9, output: 3, cached: 4, thinking: 1 },
    });
  });

  it("say why a turn failed", () => {
    const events = [
      { type: "error", message: "stream" },
      { type: "turn.failed", error: { message: "unexpected status 500" } },
    ];
    expect(codex.read(events).failure).toEqual({ outcome: "crashed", message: "unexpected status 500" });
    expect(codex.read([events[0]!, { type: "turn.completed" }]).failure).toBeUndefined();
  });
});

describe("Gemini's words", () => {
  it("come in pieces, and those after the last tool are the answer", () => {
    const said = (content: string) => ({ type: "message", role: "assistant", content, delta: true });
    const events = [
      { type: "init", session_id: "g1" },
      said("First I look."),
      { type: "tool_use", tool_name: "read_file", parameters: { file_path: "a.ts" } },
      { type: "tool_result", status: "success" },
      ...[said('{"summ'), said('ary":"s"}')],
      { type: "result", status: "success", stats: { input_tokens: 9, output_tokens: 3, cached: 4 } },
    ];
    expect(gemini.read(events)).toEqual({
      ...{ text: '{"summary":"s"}', session: "g1", usage: { input: 9, output: 3, cached: 4 } },
    });
    expect(gemini.describe(events[2]!)).toBe("read_file a.ts");
  });

  it("name the limit of turns", () => {
    const error = { type: "FatalTurnLimitedError", message: "Reached max session turns" };
    expect(gemini.read([{ type: "result", status: "error", error }]).failure?.outcome).toBe("max-turns");
  });
});

describe("OpenCode's words", () => {
  it("hold the answer in the last text, and tokens in each step", () => {
    const tokens = { input: 5, output: 2, reasoning: 1, cache: { read: 3, write: 1 } };
    const events = [
      { type: "step_start", sessionID: "o1" },
      { type: "step_finish", part: { tokens } },
      { type: "text", part: { text: '{"summary":"s"}' } },
      { type: "step_finish", part: { tokens } },
    ];
    expect(opencode.read(events)).toEqual({
      ...{ text: '{"summary":"s"}', session: "o1", turns: 2 },
      usage: { input: 18, output: 6, cached: 6, thinking: 2 },
    });
  });

  it("say why it stopped", () => {
    const error = { name: "APIError", data: { message: "Unauthorized" } };
    expect(opencode.read([{ type: "error", error }]).failure?.message).toBe("Unauthorized");
  });
});

describe("jobs that change nothing", () => {
  it.each([
    ["Claude Code", claudeCode, /,Write\b/],
    ["Gemini", gemini, /toolName = \[(?!.*write_file)/],
    ["OpenCode", opencode, /^(?!.*"edit":"deny")/],
  ] as const)("do not get the tools that edit from %s", (_, cli, editing) => {
    const text = (edits: boolean) => {
      const { argv, env, files } = cli.start({ ...ask, edits });
      return [...argv, ...Object.values(env), ...Object.values(files)].join(" ").replaceAll("\n", " ");
    };
    expect(text(true)).toMatch(editing);
    expect(text(false)).not.toMatch(editing);
  });
});

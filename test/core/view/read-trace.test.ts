import { describe, expect, it } from "vitest";
import { createTraceReader, mostBytes, type TraceReading } from "../../../core/view/trace-file/read-trace.ts";
import { mostSpans, type SpanTree } from "../../../core/view/view-trace.ts";

function read(text: string, piece = 7): TraceReading {
  const reader = createTraceReader();
  for (let at = 0; at < text.length; at += piece) reader.push(text.slice(at, at + piece));
  return reader.end();
}

function lines(...values: unknown[]): string {
  return values.map((value) => JSON.stringify(value)).join("\n");
}

function told(reading: TraceReading): string[] {
  if (reading.type !== "trace") return [reading.why];
  const { view } = reading;
  const tell = (span: SpanTree, depth: number): string[] => [
    `${" ".repeat(depth)}${span.name} ${span.start - view.start}–${span.end - view.start}${span.failed ? `!${span.failed}` : ""}`,
    ...span.parts.flatMap((part) => tell(part, depth + 1)),
  ];
  return view.roots.flatMap((root) => tell(root, 0));
}

const at = (second: number) => new Date(Date.UTC(2026, 10, 16) + second * 1000).toISOString();

describe("a file that is dropped on the trace page", () => {
  it("may be the usage log of an agent", () => {
    const entry = { at: at(0), ms: 1500, provider: "anthropic", model: "claude-x", outcome: "ok", input: 10 };
    const reading = read(lines(entry, { ...entry, at: at(2), ms: 10, outcome: "rate-limited" }));
    expect(told(reading)).toEqual(["chat claude-x 0–1500", "chat claude-x 2000–2010!rate-limited"]);
    expect(reading).toMatchObject({ timed: true, skipped: 0 });
  });

  it("may be a transcript with times: each entry lasts until the next", () => {
    const tool = {
      role: "assistant",
      content: [{ type: "tool_use", name: "Bash", input: { command: "secret" } }],
    };
    const reading = read(
      lines(
        { type: "user", timestamp: at(0), message: { role: "user", content: "Do it." } },
        { type: "assistant", timestamp: at(2), message: tool },
        { timestamp: at(5), type: "response_item", payload: { type: "function_call", name: "shell" } },
      ),
    );
    expect(told(reading)).toEqual([
      "user 0–2000",
      "assistant: Bash 2000–5000",
      "response_item function_call: shell 5000–5000",
    ]);
    expect(JSON.stringify(reading)).not.toMatch(/secret|Do it/);
  });

  it("may be a transcript without times, which is said", () => {
    const reading = read(
      lines({ type: "system", subtype: "init" }, { type: "result", is_error: true, subtype: "max_turns" }),
    );
    expect(told(reading)).toEqual(["system 0–1000", "result 1000–2000!max_turns"]);
    expect(reading).toMatchObject({ timed: false });
  });

  it("may be the journal of a job, over many lines", () => {
    const step = { round: 1, member: "", outcome: "done", ok: true, seconds: 2 };
    const journal = {
      job: { issue: 42 },
      recipe: "task",
      at: at(0),
      outcome: "checks-failed",
      steps: [
        {
          ...step,
          type: "agent",
          id: "implement",
          role: "executor",
          engine: "script",
          usage: { input: 1, output: 1 },
          usd: 0,
          at: at(1),
        },
        { ...step, type: "run", id: "check", checks: [{ ok: false }], outcome: "checks-failed", at: at(3) },
        "no step",
        { type: "agent", id: 7 },
      ],
    };
    expect(told(read(JSON.stringify(journal, undefined, 2)))).toEqual([
      "task 0–4000!checks-failed",
      " invoke_agent executor 0–2000",
      " check 2000–4000!checks-failed",
    ]);
    expect(told(read(JSON.stringify(journal)))).toHaveLength(3);
  });

  it("may be what a collector wrote to a file", () => {
    const span = (spanId: string, parentSpanId: string, end: number) => ({
      ...{
        spanId,
        parentSpanId,
        name: spanId,
        startTimeUnixNano: "1000000000",
        status: { code: end > 5 ? 2 : 0 },
      },
      endTimeUnixNano: String(end * 1e9),
      attributes: [{ key: "error.type", value: { stringValue: "timeout" } }],
    });
    const scopeSpans = [{ spans: [span("a", "", 9), span("b", "a", 3), { spanId: "odd" }] }];
    expect(told(read(lines({ resourceSpans: [{ scopeSpans }] })))).toEqual(["a 0–8000!timeout", " b 0–2000"]);
  });

  it.each([
    ["nothing", "", "empty"],
    ["words", "# A readme\n\nIt has words.\n", "not-json"],
    ["a picture", "\u0089PNG\r\n\u001a\n\0\0", "not-json"],
    ["other JSON", '{"name":"gsd","version":"1"}', "nothing-in-it"],
    ["a list", "[1,2,3]\n[4]", "nothing-in-it"],
  ])("with %s in it is no trace, and says why", (_, text, why) => {
    expect(read(text)).toEqual({ type: "no-trace", why });
  });

  it("may have lines of anything else, which are counted", () => {
    const reading = read(`${lines({ type: "user", timestamp: at(0) })}\nnot json\n[]\n\n`);
    expect(reading).toMatchObject({ type: "trace", skipped: 2 });
  });

  it("with parents in a circle is drawn all the same", () => {
    const span = (spanId: string, parentSpanId: string) => ({
      spanId,
      parentSpanId,
      startTimeUnixNano: 1,
      endTimeUnixNano: 2,
    });
    const spans = [span("a", "b"), span("b", "a"), span("c", "c")];
    expect(read(lines({ resourceSpans: [{ scopeSpans: [{ spans }] }] }))).toMatchObject({
      view: { spans: 3 },
    });
  });

  it("of 50 MB is read in seconds, and drawn as far as one can look at it", () => {
    const reader = createTraceReader();
    const line = `${lines({ type: "user", timestamp: at(0), message: { content: "x".repeat(900) } })}\n`;
    const block = line.repeat(1000);
    const started = performance.now();
    let bytes = 0;
    for (; bytes + block.length <= mostBytes; bytes += block.length) reader.push(block);
    const reading = reader.end();
    expect(performance.now() - started).toBeLessThan(10_000);
    expect(reading).toMatchObject({ type: "trace", view: { spans: mostSpans } });
    if (reading.type === "trace") expect(reading.view.spans + reading.view.left).toBe(bytes / line.length);
  });

  it("that is larger is refused", () => {
    const reader = createTraceReader();
    for (let index = 0; index < 51; index += 1) reader.push("x".repeat(1024 * 1024));
    expect(reader.end()).toEqual({ type: "no-trace", why: "too-large" });
  });
});

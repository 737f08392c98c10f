import { createHash } from "node:crypto";
import * as stable from "@opentelemetry/semantic-conventions";
import * as conventions from "@opentelemetry/semantic-conventions/incubating";
import { describe, expect, it } from "vitest";
import { traceOf, traceparent } from "../../../core/codec/trace.ts";
import type { HistoryRow } from "../../../core/model/job.ts";
import type { StepRecord } from "../../../core/model/manifest.ts";
import { spansOfJob } from "../../../core/view/spans-of-job.ts";
import { journalKey, type SpanTree, viewTrace } from "../../../core/view/view-trace.ts";
import { aJob, aTrack, at } from "../../builders/a-track.ts";

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

const agent: StepRecord = {
  type: "agent",
  id: "implement",
  round: 1,
  member: "",
  outcome: "done",
  ok: true,
  at: at(-50),
  seconds: 20,
  role: "executor",
  engine: "claude-code",
  model: "claude-sonnet-5-5",
  usage: { input: 100, output: 7, cached: 60, thinking: 3 },
  usd: 0.5,
  waited: 12.5,
  turns: 4,
  session: "s-1",
  text: "a secret",
};
const check: StepRecord = {
  ...{ type: "run", id: "check", round: 1, member: "", outcome: "checks-failed", ok: false },
  at: at(-30),
  seconds: 10,
  checks: [{ name: "test", command: "npm test", ok: false, seconds: 1, tail: "a secret" }],
};
const row: HistoryRow = {
  ...{ job: "42/task/T01/1", at: at(-10), outcome: "done", seconds: 45, waited: 15, run: 7, usd: 0.5 },
};
const createdAt = at(-100);

function told(spans: readonly SpanTree[], depth = 0): string[] {
  return spans.flatMap((span) => {
    const [start, end] = [span.start, span.end].map((ms) => (ms - Date.parse(at(0))) / 1000);
    return [`${" ".repeat(depth)}${span.name} ${start}..${end}`, ...told(span.parts, depth + 1)];
  });
}

describe("a track's trace", () => {
  const journals = new Map([[journalKey(row), { at: at(-55), steps: [agent, check] }]]);
  const view = (more: Parameters<typeof aTrack>[0] = {}) =>
    viewTrace({
      track: aTrack({ createdAt, history: [row], ...more }),
      repository: "mona/shop",
      journals,
      now: Date.parse(at(0)),
      sha256,
    });

  it("is made of its jobs, what they waited for, and what their crews did", () => {
    const jobs = [aJob({ task: "T02", since: at(-5) })];
    expect(told(view({ jobs }).roots)).toEqual([
      "track 42-csv-export -100..0",
      " T01 -70..-10",
      "  wait for a runner -70..-55",
      "  invoke_agent executor -50..-30",
      "  check -30..-20",
      " T02 -5..0",
    ]);
  });

  it("ends with its last job once the track is over", () => {
    expect(told(view({ phase: "merged" }).roots)[0]).toBe("track 42-csv-export -100..-10");
  });

  it("has jobs without journals where these are gone", () => {
    const other = { ...row, run: 8, job: "42/plan/-/1" };
    expect(told(view({ history: [other] }).roots)).toEqual([
      "track 42-csv-export -100..0",
      " plan -70..-10",
      "  wait for a runner -70..-55",
    ]);
  });

  it("has an id that everyone finds by themselves, and another track has another", () => {
    const key = { repository: "mona/shop", issue: 42, createdAt };
    expect(view().trace).toBe(traceOf(key, sha256));
    expect(view().trace).toMatch(/^[0-9a-f]{32}$/);
    expect(traceOf({ ...key, issue: 43 }, sha256)).not.toBe(view().trace);
    const context = { trace: view().trace, span: view().roots[0]?.id ?? "" };
    expect(traceparent.parse(traceparent.format(context))).toEqual(context);
    expect(traceparent.parse(`00-${"0".repeat(32)}-${"1".repeat(16)}-01`)).toBeUndefined();
  });
});

describe("an agent's span", () => {
  const [span] = spansOfJob({ steps: [agent] }, { trace: "t", parent: "p", sha256 });

  it("follows the semantic conventions for generative AI, by their own package", () => {
    expect(span?.attributes).toMatchObject({
      [conventions.ATTR_GEN_AI_OPERATION_NAME]: conventions.GEN_AI_OPERATION_NAME_VALUE_INVOKE_AGENT,
      [conventions.ATTR_GEN_AI_AGENT_NAME]: "executor",
      [conventions.ATTR_GEN_AI_PROVIDER_NAME]: conventions.GEN_AI_PROVIDER_NAME_VALUE_ANTHROPIC,
      [conventions.ATTR_GEN_AI_REQUEST_MODEL]: "claude-sonnet-5-5",
      [conventions.ATTR_GEN_AI_USAGE_INPUT_TOKENS]: 100,
      [conventions.ATTR_GEN_AI_USAGE_OUTPUT_TOKENS]: 7,
      [conventions.ATTR_GEN_AI_USAGE_CACHE_READ_INPUT_TOKENS]: 60,
      [conventions.ATTR_GEN_AI_USAGE_REASONING_OUTPUT_TOKENS]: 3,
      [conventions.ATTR_GEN_AI_CONVERSATION_ID]: "s-1",
    });
    const known: string[] = Object.values({ ...stable, ...conventions }).filter(
      (one) => typeof one === "string",
    );
    const names = Object.keys(span?.attributes ?? {}).filter((name) => !name.startsWith("gsd."));
    expect(names.filter((name) => !known.includes(name))).toEqual([]);
  });

  it("holds nothing that anybody said", () => {
    const spans = spansOfJob({ steps: [agent, check] }, { trace: "t", parent: "p", sha256 });
    expect(JSON.stringify(spans)).not.toContain("a secret");
    expect(JSON.stringify(spans)).not.toContain("npm test");
  });

  it("is named by who it was among several", () => {
    const [reviewer] = spansOfJob(
      { at: at(-1), steps: [{ ...agent, at: undefined, member: "security", outcome: "timeout" }] },
      { trace: "t", parent: "p", sha256 },
    );
    expect(reviewer).toMatchObject({
      name: "invoke_agent security",
      start: Date.parse(at(-1)),
      failed: "timeout",
    });
  });
});

import { describe, expect, it } from "vitest";
import { boundLabel } from "../../app/metrics/bound-label.ts";
import { countMeasures } from "../../app/metrics/count-measures.ts";
import { createMetrics } from "../../app/metrics/create-metrics.ts";
import { knownMetrics } from "../../app/metrics/known-metrics.ts";
import { createNewRows } from "../../app/metrics/new-rows.ts";
import { watchBudget } from "../../app/metrics/watch-budget.ts";
import { readNumbers } from "../../app/read-numbers.ts";
import type { HistoryRow } from "../../core/model/job.ts";
import type { LoopMeasure } from "../../loop/measure/measure.ts";
import { aTrack, at } from "../builders/a-track.ts";
import { anApp } from "./an-app.ts";

/** The value of a series, as Prometheus would read it. */
function seriesIn(text: string, series: string): number | undefined {
  const line = text.split("\n").find((one) => one.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1));
}

const row = (attempt: number, more: Partial<HistoryRow> = {}): HistoryRow => ({
  job: `42/task/T01/${attempt}`,
  at: at(attempt),
  outcome: "done",
  seconds: 60,
  run: 900 + attempt,
  ...more,
});

describe("what jobs came to", () => {
  it("is counted once for each row, however often the App looks at the track", () => {
    const newRows = createNewRows(at(0));
    const seen = (...history: HistoryRow[]) =>
      newRows("mona/shop", aTrack({ history })).map(({ job }) => job.at(-1));
    expect(seen(row(1), row(2))).toEqual(["1", "2"]);
    expect(seen(row(1), row(2))).toEqual([]);
    expect(seen(row(1), row(2), row(3))).toEqual(["3"]);
    // The oldest leave a long history.
    expect(seen(row(3), row(4))).toEqual(["4"]);
  });

  it("of before this process began was counted by another", () => {
    const newRows = createNewRows(at(2));
    expect(newRows("mona/shop", aTrack({ history: [row(1), row(2)] }))).toEqual([row(2)]);
  });

  it("is told by kind, outcome and model, and what models are called is bounded", async () => {
    const metrics = createMetrics();
    const count = countMeasures(metrics, at(0));
    const spent = { tokens: 100, usd: 0.5, waited: 12 };
    const history = [row(1, { ...spent, model: "claude-x" }), row(2, { outcome: "timeout" })];
    const measure: LoopMeasure = {
      ...{
        type: "loop",
        issue: 42,
        trigger: "job-finished",
        start: 0,
        end: 500,
        rounds: 2,
        saves: 1,
        conflicts: 3,
      },
      effects: [{ key: "k", type: "merge-task", outcome: "done", start: 0, end: 1 }],
      before: aTrack(),
      after: aTrack({ phase: "merged", history }),
    };
    count("mona/shop", measure);
    count("mona/shop", {
      ...measure,
      before: aTrack({ phase: "merged" }),
      saves: 0,
      conflicts: 0,
      effects: [],
    });
    const { text } = await metrics.read();
    expect(seriesIn(text, 'gsd_jobs_total{kind="task",outcome="done"}')).toBe(1);
    expect(seriesIn(text, 'gsd_jobs_total{kind="task",outcome="timeout"}')).toBe(1);
    expect(seriesIn(text, 'gsd_tokens_total{kind="task",model="claude-x"}')).toBe(100);
    expect(seriesIn(text, 'gsd_cost_usd_total{kind="task",model="claude-x"}')).toBe(0.5);
    expect(seriesIn(text, 'gsd_job_wait_seconds_sum{kind="task"}')).toBe(12);
    expect(seriesIn(text, "gsd_ledger_conflicts_total")).toBe(3);
    expect(seriesIn(text, "gsd_loop_rounds_sum")).toBe(4);
    expect(seriesIn(text, 'gsd_loops_total{trigger="job-finished",result="saved"}')).toBe(1);
    expect(seriesIn(text, 'gsd_loops_total{trigger="job-finished",result="same"}')).toBe(1);
    expect(seriesIn(text, 'gsd_effects_total{effect="merge-task",result="done"}')).toBe(1);
    expect(seriesIn(text, 'gsd_tracks_total{phase="merged"}')).toBe(1);
    const label = boundLabel(2);
    expect(["a", "b", "c", "a"].map(label)).toEqual(["a", "b", "others", "a"]);
  });
});

describe("what is left of GitHub's limits", () => {
  it("is as its last answer said, and whole again after the reset", async () => {
    const metrics = createMetrics();
    let now = new Date(at(0));
    const budget = watchBudget(metrics, () => now);
    const { createServer } = await import("node:http");
    const server = createServer((_, response) => {
      response.writeHead(200, {
        "x-ratelimit-resource": "core",
        "x-ratelimit-remaining": "17",
        "x-ratelimit-limit": "5000",
        "x-ratelimit-reset": String(Date.parse(at(60)) / 1000),
      });
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/`;
    budget.know("tok", 7);
    await (await budget.ask(url, { headers: { authorization: "token tok" } })).text();
    server.closeAllConnections();
    server.close();
    await expect(budget.ask("http://127.0.0.1:1/")).rejects.toThrow();
    const left = async () =>
      seriesIn((await metrics.read()).text, 'gsd_api_calls_left{installation="7",resource="core"}');
    expect(await left()).toBe(17);
    now = new Date(at(61));
    expect(await left()).toBe(5000);
    expect(seriesIn((await metrics.read()).text, 'gsd_api_responses_total{status="2xx"}')).toBe(1);
    expect(seriesIn((await metrics.read()).text, 'gsd_api_responses_total{status="0"}')).toBe(1);
  });
});

describe("the settings of metrics and traces", () => {
  it("ask for nothing unless they are set", () => {
    expect(readNumbers({})).toEqual({});
    expect(readNumbers({ METRICS_PORT: "9464" })).toEqual({ metrics: { host: "127.0.0.1", port: 9464 } });
    const env = {
      OTEL_EXPORTER_OTLP_ENDPOINT: "https://otel.example.com/",
      OTEL_EXPORTER_OTLP_HEADERS: "Authorization=Bearer%20abc, x-team = a=b",
    };
    expect(readNumbers(env).tracing).toEqual({
      url: "https://otel.example.com/v1/traces",
      headers: { authorization: "Bearer abc", "x-team": "a=b" },
      service: "gsd-app",
    });
  });

  it.each([
    [{ METRICS_PORT: "loud" }, "METRICS_PORT"],
    [{ METRICS_PORT: "3000" }, "not PORT"],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: "collector" }, "OTLP over HTTP"],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: "http://c", OTEL_EXPORTER_OTLP_HEADERS: "s3cret" }, "name=value"],
  ])("%o are refused with what to set", (env, words) => {
    expect(() => readNumbers(env)).toThrow(words);
    expect(() => readNumbers(env)).not.toThrow("s3cret");
  });
});

it("the App serves all that it knows at a port of its own, and nothing at the one that the world reaches", async () => {
  await using world = await anApp({ env: { METRICS_PORT: "0" } });
  const url = (world.app as unknown as { metrics: string }).metrics;
  const ada = world.as("ada");
  await ada("POST", "/labels", { name: "gsd:plan", color: "ededed" });
  const { number } = await ada<{ number: number }>("POST", "/issues", {
    title: "CSV export",
    labels: ["gsd:plan"],
  });
  await world.idle();
  const { headers, text } = await fetch(url).then(async (answer) => ({
    headers: answer.headers,
    text: await answer.text(),
  }));
  expect(headers.get("content-type")).toMatch(/^text\/plain/);
  const names = text.split("\n").flatMap((line) => /^# TYPE (gsd_\w+) /.exec(line)?.[1] ?? []);
  expect(names.toSorted()).toEqual(Object.keys(knownMetrics).toSorted());
  expect(number).toBe(1);
  expect(seriesIn(text, 'gsd_webhooks_total{event="issues",status="200"}')).toBeGreaterThan(0);
  expect(seriesIn(text, 'gsd_effects_total{effect="start-track",result="done"}')).toBe(1);
  expect(seriesIn(text, 'gsd_api_responses_total{status="2xx"}')).toBeGreaterThan(5);
  expect(seriesIn(text, "gsd_queue_running")).toBe(0);
  expect((await fetch(`${world.app.url}/metrics`)).status).toBe(404);
  expect((await fetch(url.replace("/metrics", "/"))).status).toBe(404);
});

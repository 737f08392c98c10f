import { type HrTime, SpanKind, SpanStatusCode, TraceFlags } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import type { ReadableSpan } from "@opentelemetry/sdk-trace-base";
import { describe, expect, it } from "vitest";
import { createTracing } from "../../../adapters/tracing/create-tracing.ts";
import type { Span } from "../../../core/model/span.ts";
import { aCollector, type Manner, type Received } from "./a-collector.ts";

const trace = "0af7651916cd43dd8448eb211c80319c";
const span = (id: number, more: Partial<Span> = {}): Span => ({
  id: String(id).padStart(16, "0"),
  kind: "job",
  name: `T0${id}`,
  start: Date.UTC(2026, 10, 16),
  end: Date.UTC(2026, 10, 16) + 1500.5,
  attributes: { "gsd.run": 7, "gsd.cost_usd": 0.5, "gsd.open": true, "gsd.job": "42/plan/-/1" },
  ...more,
});

/** The same span as OpenTelemetry's library holds it. */
function toReadable({ id, parent, name, kind, start, end, failed, attributes }: Span): ReadableSpan {
  const context = (spanId: string) => ({ traceId: trace, spanId, traceFlags: TraceFlags.SAMPLED });
  const toTime = (ms: number): HrTime => [Math.floor(ms / 1000), Math.round((ms % 1000) * 1e6)];
  const readable: ReadableSpan = {
    name,
    kind: kind === "agent" ? SpanKind.CLIENT : SpanKind.INTERNAL,
    spanContext: () => context(id),
    startTime: toTime(start),
    endTime: toTime(end),
    duration: toTime(end - start),
    status: failed ? { code: SpanStatusCode.ERROR, message: failed } : { code: SpanStatusCode.UNSET },
    attributes: failed ? { ...attributes, "error.type": failed } : attributes,
    links: [],
    events: [],
    ended: true,
    resource: resourceFromAttributes({}),
    instrumentationScope: { name: "test" },
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
  };
  return parent ? { ...readable, parentSpanContext: context(parent) } : readable;
}

function aTracing(url: string, headers: Record<string, string> = {}) {
  const said: [string, object | undefined][] = [];
  const settings = { url: `${url}/v1/traces`, headers, service: "gsd-test" };
  const tracing = createTracing(settings, { warn: (...words) => void said.push(words as never) });
  return { tracing, said };
}

describe("a collector", () => {
  it("gets spans as OTLP over HTTP, with its headers", async () => {
    await using collector = await aCollector();
    const { tracing, said } = aTracing(collector.url, { authorization: "Bearer abc" });
    tracing.record({ trace, spans: [span(1), span(2, { parent: span(1).id, failed: "timeout" })] });
    await tracing.flush(2_000);
    expect(collector.headers[0]).toMatchObject({
      authorization: "Bearer abc",
      "content-type": "application/json",
    });
    expect([...collector.services]).toEqual(["gsd-test"]);
    const [first, second] = collector.spans;
    expect(first).toMatchObject({ traceId: trace, spanId: span(1).id, name: "T01" });
    expect(BigInt(first?.endTimeUnixNano ?? 0) - BigInt(first?.startTimeUnixNano ?? 0)).toBe(1_500_500_000n);
    expect(second).toMatchObject({ parentSpanId: span(1).id, status: { code: 2, message: "timeout" } });
    expect(second?.attributes).toContainEqual({ key: "error.type", value: { stringValue: "timeout" } });
    expect(said).toEqual([]);
  });

  it("gets what OpenTelemetry's own exporter would send", async () => {
    await using collector = await aCollector();
    const spans = [span(1), span(2, { parent: span(1).id, kind: "agent", failed: "timeout" })];
    await new Promise<void>((resolve) => {
      const exporter = new OTLPTraceExporter({ url: `${collector.url}/v1/traces` });
      exporter.export(spans.map(toReadable), () => resolve());
    });
    const theirs = collector.spans.splice(0);
    const { tracing } = aTracing(collector.url);
    tracing.record({ trace, spans });
    await tracing.flush(2_000);
    // Lists that are empty, and counts of what was dropped: none.
    const told = theirs.map(({ events, links, ...one }: Received & { events?: unknown; links?: unknown }) =>
      Object.fromEntries(Object.entries(one).filter(([name]) => !name.startsWith("dropped"))),
    );
    expect(collector.spans).toEqual(told);
  });

  it.each<Manner | "is gone">(["hangs", "breaks", "refuses", "is gone"])(
    "that %s costs the time that was given, and one line that says what to do",
    async (manner) => {
      await using collector = await aCollector(manner === "is gone" ? "takes" : manner);
      const url = manner === "is gone" ? "http://127.0.0.1:1" : collector.url;
      const { tracing, said } = aTracing(url, { authorization: "Bearer s3cret" });
      const started = performance.now();
      for (let round = 0; round < 3; round += 1) {
        tracing.record({ trace, spans: [span(1)] });
        await tracing.flush(300);
      }
      expect(performance.now() - started).toBeLessThan(2_000);
      expect(said).toEqual([
        [
          expect.stringContaining("OTEL_EXPORTER_OTLP_ENDPOINT"),
          { host: new URL(url).host, why: expect.any(String) },
        ],
      ]);
      expect(JSON.stringify(said)).not.toContain("s3cret");
      expect(tracing.lost()).toBe(3);
    },
  );

  it("that never ends its answer has what it was sent, and is not waited for", async () => {
    await using collector = await aCollector("trickles");
    const { tracing, said } = aTracing(collector.url);
    tracing.record({ trace, spans: [span(1)] });
    const started = performance.now();
    await tracing.flush(2_000);
    expect(performance.now() - started).toBeLessThan(1_000);
    expect([said, tracing.lost()]).toEqual([[], 0]);
  });

  it("that is slower than spans come loses the oldest, and memory stays bounded", async () => {
    const { tracing } = aTracing("http://127.0.0.1:1");
    for (let index = 0; index < 10_000; index += 1) tracing.record({ trace, spans: [span(index % 10)] });
    expect(tracing.lost()).toBe(10_000 - 4_096);
  });

  it("gets nothing where there is nothing, and is not even asked", async () => {
    await using collector = await aCollector();
    await aTracing(collector.url).tracing.flush(1_000);
    expect(collector.requests()).toBe(0);
  });
});

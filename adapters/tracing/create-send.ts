import { Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import { type HrTime, SpanKind, SpanStatusCode, TraceFlags } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { type Resource, resourceFromAttributes } from "@opentelemetry/resources";
import type { ReadableSpan } from "@opentelemetry/sdk-trace-base";
import { product } from "../../core/product.ts";
import type { Send, Traced } from "./create-tracing.ts";
import type { TracingSettings } from "./settings.ts";

/** Sends spans by OTLP over HTTP. The exporter's own timeout starts anew with every byte, so ours ends the connection. */
export function createSend({ url, headers, service }: TracingSettings): Send {
  const resource = resourceFromAttributes({ "service.name": service, "service.version": product.version });
  return async (spans, milliseconds) => {
    const agent = url.startsWith("https:") ? new HttpsAgent() : new HttpAgent();
    const exporter = new OTLPTraceExporter({
      url,
      headers,
      timeoutMillis: milliseconds,
      httpAgentOptions: () => agent,
    });
    let timer: NodeJS.Timeout | undefined;
    try {
      await new Promise<void>((resolve, reject) => {
        timer = setTimeout(() => reject(new Error("it did not answer in time")), milliseconds);
        exporter.export(
          spans.map((span) => toReadable(span, resource)),
          ({ code, error }) => (code === 0 ? resolve() : reject(error ?? new Error("it refused them"))),
        );
      });
    } finally {
      clearTimeout(timer);
      agent.destroy();
    }
  };
}

const scope = { name: "gsd", version: product.version };

function toReadable(span: Traced, resource: Resource): ReadableSpan {
  const { trace: traceId, id: spanId, parent, failed } = span;
  const context = (id: string) => ({ traceId, spanId: id, traceFlags: TraceFlags.SAMPLED });
  const end = Math.max(span.start, span.end);
  const readable: ReadableSpan = {
    name: span.name,
    kind: span.kind === "agent" ? SpanKind.CLIENT : SpanKind.INTERNAL,
    spanContext: () => context(spanId),
    startTime: toHrTime(span.start),
    endTime: toHrTime(end),
    duration: toHrTime(end - span.start),
    status:
      failed === undefined ? { code: SpanStatusCode.UNSET } : { code: SpanStatusCode.ERROR, message: failed },
    attributes: failed === undefined ? span.attributes : { ...span.attributes, "error.type": failed },
    links: [],
    events: [],
    ended: true,
    resource,
    instrumentationScope: scope,
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
  };
  return parent === undefined ? readable : { ...readable, parentSpanContext: context(parent) };
}

/** Whole seconds, and nanoseconds beside them. */
function toHrTime(milliseconds: number): HrTime {
  const seconds = Math.floor(milliseconds / 1000);
  return [seconds, Math.round((milliseconds - seconds * 1000) * 1e6)];
}

import { product } from "../../core/product.ts";
import type { Send, Traced } from "./create-tracing.ts";
import type { TracingSettings } from "./settings.ts";

/**
 * Sends spans by OTLP over HTTP, as JSON: https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding
 * By hand, since OpenTelemetry's exporter is a fifth of the Action's bundle; a test holds it to what that one sends.
 */
export function createSend({ url, headers, service }: TracingSettings): Send {
  const resource = {
    attributes: toAttributes({ "service.name": service, "service.version": product.version }),
  };
  const scope = { name: "gsd", version: product.version };
  return async (spans, milliseconds) => {
    const body = JSON.stringify({
      resourceSpans: [{ resource, scopeSpans: [{ scope, spans: spans.map(toOtlp) }] }],
    });
    const response = await fetch(url, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body,
      // Its headers may hold a secret, which is for this address only.
      redirect: "error",
      signal: AbortSignal.timeout(Math.max(1, Math.round(milliseconds))),
    });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`it answered ${response.status}`);
  };
}

const kinds = { internal: 1, client: 3 };
const failing = 2;

function toOtlp({ trace, id, parent, kind, name, start, end, failed, attributes }: Traced) {
  const told = failed === undefined ? attributes : { ...attributes, "error.type": failed };
  const span = {
    traceId: trace,
    spanId: id,
    name,
    kind: kind === "agent" ? kinds.client : kinds.internal,
    startTimeUnixNano: toNanos(start),
    endTimeUnixNano: toNanos(Math.max(start, end)),
    attributes: toAttributes(told),
    status: failed === undefined ? { code: 0 } : { code: failing, message: failed },
    // Sampled.
    flags: 0x101,
  };
  return parent === undefined ? span : { ...span, parentSpanId: parent };
}

function toNanos(milliseconds: number): string {
  return String(BigInt(Math.round(milliseconds * 1000)) * 1000n);
}

function toAttributes(attributes: Traced["attributes"]) {
  return Object.entries(attributes).map(([key, value]) => ({ key, value: toValue(value) }));
}

function toValue(value: string | number | boolean) {
  if (typeof value === "string") return { stringValue: value };
  if (typeof value === "boolean") return { boolValue: value };
  return Number.isSafeInteger(value) ? { intValue: value } : { doubleValue: value };
}

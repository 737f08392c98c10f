import type { Span } from "../../core/model/span.ts";
import type { TracingSettings } from "./settings.ts";

interface Log {
  warn(message: string, fields?: Record<string, unknown>): void;
}

/** Takes spans, and sends them when there is time. */
export interface Tracing {
  record(spans: { trace: string; spans: readonly Span[] }): void;
  /** Sends what is there, at most so long: a collector that hangs costs this and no more. */
  flush(milliseconds: number): Promise<void>;
  /** Spans that nobody got. */
  lost(): number;
}

/** What one sending takes. */
export type Send = (spans: readonly Traced[], milliseconds: number) => Promise<void>;

/** A span of a trace. */
export interface Traced extends Span {
  trace: string;
}

/** More than this waits for no collector. */
const mostWaiting = 4_096;
const mostAtOnce = 512;

/** Spans wait in memory; what sends them is loaded with the first of them. */
export function createTracing(settings: TracingSettings, log: Log, open = openExporter): Tracing {
  const waiting: Traced[] = [];
  let lost = 0;
  let isTold = false;
  let sending: Promise<void> = Promise.resolve();

  const tell = (error: unknown) => {
    if (isTold) return;
    isTold = true;
    log.warn(
      "traces do not reach the collector; look at OTEL_EXPORTER_OTLP_ENDPOINT and whether it answers",
      {
        host: new URL(settings.url).host,
        why: error instanceof Error ? error.message : String(error),
      },
    );
  };
  const sendAll = async (until: number) => {
    const send = await open(settings);
    while (waiting.length > 0) {
      const left = until - performance.now();
      if (left <= 0) return;
      const batch = waiting.splice(0, mostAtOnce);
      try {
        await send(batch, left);
        isTold = false;
      } catch (error) {
        lost += batch.length;
        return tell(error);
      }
    }
  };
  return {
    record({ trace, spans }) {
      for (const span of spans) waiting.push({ ...span, trace });
      const tooMany = waiting.length - mostWaiting;
      if (tooMany > 0) lost += waiting.splice(0, tooMany).length;
    },
    flush(milliseconds) {
      if (waiting.length === 0) return sending;
      const until = performance.now() + milliseconds;
      sending = sending.then(() => sendAll(until)).catch(tell);
      return sending;
    },
    lost: () => lost,
  };
}

async function openExporter(settings: TracingSettings): Promise<Send> {
  const { createSend } = await import("./create-send.ts");
  return createSend(settings);
}

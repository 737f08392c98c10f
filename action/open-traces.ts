import { createTracing } from "../adapters/tracing/create-tracing.ts";
import { readTracing } from "../adapters/tracing/settings.ts";
import type { Measure } from "../loop/measure/measure.ts";
import { toSpans } from "../loop/measure/to-spans.ts";
import type { Logger, Ports } from "../loop/ports.ts";
import type { Environment } from "./environment.ts";

/** Spans of this run, until they are sent. */
interface Traces {
  record(repository: string, measure: Measure): void;
  flush(milliseconds: number): Promise<void>;
}

/** Throws what is wrong with the settings. */
export function openTraces(
  otel: Environment["otel"],
  { sha256, log }: Pick<Ports, "sha256"> & { log: Logger },
): Traces | undefined {
  const settings = readTracing(otel, "gsd-action");
  if (!settings) return undefined;
  const tracing = createTracing(settings, log);
  return {
    flush: tracing.flush,
    record(repository, measure) {
      try {
        const spans = toSpans(measure, { repository, sha256 });
        if (spans) tracing.record(spans);
      } catch (error) {
        log.warn("a measure is not in the trace", { why: String(error) });
      }
    },
  };
}

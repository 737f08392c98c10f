import { createHash } from "node:crypto";
import { createTracing, type Tracing } from "../adapters/tracing/create-tracing.ts";
import type { Measure, Meter } from "../loop/measure/measure.ts";
import type { AppLog } from "./create-log.ts";
import type { Handler } from "./guard-webhooks.ts";
import type { Counting, Sources } from "./metrics/start-counting.ts";
import type { NumberSettings } from "./read-numbers.ts";
import type { Place } from "./read-place.ts";
import type { Timers } from "./timers.ts";

/** What the App tells of itself, to whoever watches it. */
export interface Numbers {
  /** Where Prometheus finds the metrics; absent where nobody asked for them. */
  url?: string;
  /** Asks GitHub, and hears what is left of its limits. */
  ask: typeof fetch;
  /** What counts a place's loops; `token` is what their requests go out with. */
  meter(place: Place, token: string): Meter | undefined;
  /** Counts what goes through the door of the webhooks. */
  webhooks(handle: Handler): Handler;
  /** What is looked at whenever somebody reads the metrics. */
  watch(sources: Sources): void;
  stop(): Promise<void>;
}

const flushMs = 5_000;
/** A collector that hangs holds up the App's end by no more than this. */
const lastFlushMs = 1_000;

/** Counts and traces as far as the settings ask for it; otherwise nothing of it is even loaded. */
export async function startNumbers(
  { metrics, tracing: settings }: NumberSettings,
  { timers, log }: { timers: Timers; log: AppLog },
): Promise<Numbers> {
  const tracing = settings && createTracing(settings, log);
  const counting = metrics && (await startCounting(metrics, { timers, tracing }));
  const trace = tracing && (await traceTo(tracing));
  const endFlushes = tracing ? timers.every(flushMs, () => void tracing.flush(flushMs)) : () => {};
  const numbers: Numbers = {
    ask: counting?.ask ?? fetch,
    meter(place, token) {
      counting?.know(token, place.installation);
      if (!counting && !tracing) return undefined;
      const repository = `${place.owner}/${place.repo}`;
      return (measure) => {
        try {
          counting?.count(repository, measure);
          trace?.(repository, measure);
        } catch (error) {
          log.error("a measure was not counted", { repository, why: String(error) });
        }
      };
    },
    webhooks: (handle) => counting?.webhooks(handle) ?? handle,
    watch: (sources) => counting?.watch(sources),
    async stop() {
      endFlushes();
      counting?.close();
      await tracing?.flush(lastFlushMs);
    },
  };
  return counting ? { ...numbers, url: counting.url } : numbers;
}

async function startCounting(
  place: { host: string; port: number },
  parts: { timers: Timers; tracing: Tracing | undefined },
): Promise<Counting> {
  const { startCounting: start } = await import("./metrics/start-counting.ts");
  return await start(place, parts);
}

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

async function traceTo(tracing: Tracing): Promise<(repository: string, measure: Measure) => void> {
  const { toSpans } = await import("../loop/measure/to-spans.ts");
  return (repository, measure) => {
    const spans = toSpans(measure, { repository, sha256 });
    if (spans) tracing.record(spans);
  };
}

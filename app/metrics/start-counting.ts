import type { Tracing } from "../../adapters/tracing/create-tracing.ts";
import { product } from "../../core/product.ts";
import type { Measure } from "../../loop/measure/measure.ts";
import type { Ticks } from "../create-ticker.ts";
import type { Handler } from "../guard-webhooks.ts";
import type { Load } from "../queue.ts";
import type { Timers } from "../timers.ts";
import { eventGroup, isOfEvents } from "../work.ts";
import { countMeasures } from "./count-measures.ts";
import { createMetrics, type Metrics } from "./create-metrics.ts";
import { serveMetrics } from "./serve-metrics.ts";
import { timeWebhooks } from "./time-webhooks.ts";
import { watchBudget } from "./watch-budget.ts";

/** What is true now, and asked for when somebody reads. */
export interface Sources {
  load(): Promise<Load>;
  groups(): Promise<ReadonlyMap<string, number>>;
  ticks(): Ticks;
}

/** Metrics, and where they are served. */
export interface Counting {
  url: string;
  ask: typeof fetch;
  know(token: string, installation: number): void;
  count(repository: string, measure: Measure): void;
  webhooks(handle: Handler): Handler;
  watch(sources: Sources): void;
  close(): void;
}

export async function startCounting(
  place: { host: string; port: number },
  { timers, tracing }: { timers: Timers; tracing: Tracing | undefined },
): Promise<Counting> {
  const metrics = createMetrics();
  metrics.set("gsd_info", 1, { version: product.version });
  const budget = watchBudget(metrics, timers.now);
  const { url, close } = await serveMetrics(metrics, place);
  if (tracing) watchTracing(metrics, tracing);
  return {
    url,
    ask: budget.ask,
    know: budget.know,
    count: countMeasures(metrics, timers.now().toISOString()),
    webhooks: (handle) => timeWebhooks(metrics, handle),
    watch({ load, groups, ticks }) {
      metrics.onRead(async () => tellLoad(metrics, await load()));
      metrics.onRead(async () => tellGroups(metrics, await groups()));
      watchTicks(metrics, ticks);
    },
    close,
  };
}

/** Installations whose queues are told apart: the longest. */
const mostQueues = 50;

function tellLoad(metrics: Metrics, { running, full, dead = 0 }: Load): void {
  metrics.set("gsd_queue_running", running);
  metrics.set("gsd_queue_full", full);
  metrics.set("gsd_queue_dead", dead);
}

function tellGroups(metrics: Metrics, waiting: ReadonlyMap<string, number>): void {
  metrics.clear("gsd_queue_waiting");
  const longest = [...waiting].toSorted(([, a], [, b]) => b - a);
  for (const [group, count] of longest.slice(0, mostQueues)) {
    const installation = isOfEvents(group) ? group.slice(eventGroup.length) : group;
    metrics.set("gsd_queue_waiting", count, { installation });
  }
  const others = longest.slice(mostQueues).reduce((sum, [, count]) => sum + count, 0);
  metrics.set("gsd_queue_waiting", others, { installation: "others" });
}

function watchTicks(metrics: Metrics, ticks: () => Ticks): void {
  let told = { done: 0, failed: 0 };
  metrics.onRead(() => {
    const { done, failed, last } = ticks();
    metrics.add("gsd_ticks_total", { result: "done" }, done - told.done);
    metrics.add("gsd_ticks_total", { result: "failed" }, failed - told.failed);
    told = { done, failed };
    metrics.set("gsd_tick_last_timestamp_seconds", last ? Date.parse(last) / 1000 : 0);
  });
}

function watchTracing(metrics: Metrics, tracing: Tracing): void {
  let told = 0;
  metrics.onRead(() => {
    metrics.add("gsd_trace_spans_lost_total", {}, tracing.lost() - told);
    told = tracing.lost();
  });
}

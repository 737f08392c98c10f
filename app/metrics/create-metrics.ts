import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { knownMetrics, type Labels, type MetricName } from "./known-metrics.ts";

/** Numbers in Prometheus' words. */
export interface Metrics {
  /** Adds to a counter. */
  add(name: MetricName, labels?: Labels, by?: number): void;
  /** Enters a value in a histogram. */
  observe(name: MetricName, value: number, labels?: Labels): void;
  set(name: MetricName, value: number, labels?: Labels): void;
  /** Forgets all values of a gauge, before they are set anew. */
  clear(name: MetricName): void;
  /** Called before every reading: for what is true now, and not counted. */
  onRead(update: () => void | Promise<void>): void;
  read(): Promise<{ type: string; text: string }>;
}

/** A registry of its own: nothing is global, so several Apps in a process do not meet. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const updates: (() => void | Promise<void>)[] = [];
  const counters = new Map<MetricName, Counter>();
  const gauges = new Map<MetricName, Gauge>();
  const histograms = new Map<MetricName, Histogram>();
  collectDefaultMetrics({ register: registry });
  for (const [key, { type, help, labels, ...more }] of Object.entries(knownMetrics)) {
    const name = key as MetricName;
    const common = { name, help, labelNames: [...labels], registers: [registry] };
    if (type === "counter") counters.set(name, new Counter(common));
    else if (type === "gauge") gauges.set(name, new Gauge(common));
    else if ("buckets" in more)
      histograms.set(name, new Histogram({ ...common, buckets: [...more.buckets] }));
  }
  return {
    add: (name, labels = {}, by = 1) => counters.get(name)?.inc(labels, by),
    observe: (name, value, labels = {}) => histograms.get(name)?.observe(labels, value),
    set: (name, value, labels = {}) => gauges.get(name)?.set(labels, value),
    clear: (name) => gauges.get(name)?.reset(),
    onRead(update) {
      updates.push(update);
    },
    async read() {
      // One that fails takes nothing from the others.
      await Promise.allSettled(updates.map((update) => update()));
      return { type: registry.contentType, text: await registry.metrics() };
    },
  };
}

const quick = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const slow = [1, 5, 15, 30, 60, 120, 300, 600, 1_200, 3_600, 7_200, 21_600];

interface Known {
  type: "counter" | "gauge" | "histogram";
  /** What it tells, for people: docs/operate/metrics.md is made of it. */
  help: string;
  labels: readonly string[];
  buckets?: readonly number[];
}

/** Everything that the App counts, by its name. The dashboard, the alerts and the documents may name nothing else. */
export const knownMetrics = {
  gsd_info: { type: "gauge", help: "1, with the App's version.", labels: ["version"] },
  gsd_webhooks_total: {
    type: "counter",
    help: "Webhooks that were answered, by event and HTTP status.",
    labels: ["event", "status"],
  },
  gsd_webhook_seconds: {
    type: "histogram",
    help: "Time from a webhook's first byte to its answer.",
    labels: ["event"],
    buckets: quick,
  },
  gsd_queue_waiting: {
    type: "gauge",
    help: "Works that wait, by installation; ticks are in `ticks` and `rounds`, and everyone beyond the fifty longest in `others`.",
    labels: ["installation"],
  },
  gsd_queue_running: { type: "gauge", help: "Works that run now.", labels: [] },
  gsd_queue_full: { type: "gauge", help: "Installations of which no more events are taken now.", labels: [] },
  gsd_queue_dead: {
    type: "gauge",
    help: "Works that failed as often as they are tried, where the queue keeps them (Redis).",
    labels: [],
  },
  gsd_ticks_total: { type: "counter", help: "Ticks of repositories, by how they ended.", labels: ["result"] },
  gsd_tick_last_timestamp_seconds: {
    type: "gauge",
    help: "When the last tick of any repository ended; 0 before the first.",
    labels: [],
  },
  gsd_api_responses_total: {
    type: "counter",
    help: "GitHub's answers, by class of status; 0 where none came.",
    labels: ["status"],
  },
  gsd_api_calls_left: {
    type: "gauge",
    help: "Requests that GitHub still takes before the limit's reset, as its last answer said.",
    labels: ["installation", "resource"],
  },
  gsd_api_calls_limit: {
    type: "gauge",
    help: "Requests that GitHub takes between two resets.",
    labels: ["installation", "resource"],
  },
  gsd_loops_total: {
    type: "counter",
    help: "Loops over tracks, by trigger and result: saved, same, or the code of a failure.",
    labels: ["trigger", "result"],
  },
  gsd_loop_seconds: { type: "histogram", help: "Time of a loop.", labels: ["trigger"], buckets: quick },
  gsd_loop_rounds: {
    type: "histogram",
    help: "Rounds of a loop: decisions until nothing was due.",
    labels: [],
    buckets: [1, 2, 3, 4, 5, 6, 7, 8],
  },
  gsd_ledger_conflicts_total: {
    type: "counter",
    help: "Saves of tracks that lost to another writer; the loop decided again.",
    labels: [],
  },
  gsd_effects_total: {
    type: "counter",
    help: "Effects that the App tried, by type and result.",
    labels: ["effect", "result"],
  },
  gsd_tracks_total: { type: "counter", help: "Tracks that ended, by their last phase.", labels: ["phase"] },
  gsd_jobs_total: {
    type: "counter",
    help: "Jobs that ended, by kind and outcome, as the ledger's history has them.",
    labels: ["kind", "outcome"],
  },
  gsd_job_seconds: {
    type: "histogram",
    help: "Time that a job's crew worked.",
    labels: ["kind"],
    buckets: slow,
  },
  gsd_job_wait_seconds: {
    type: "histogram",
    help: "Time that a job waited for a runner.",
    labels: ["kind"],
    buckets: slow,
  },
  gsd_tokens_total: {
    type: "counter",
    help: "Tokens of jobs, in and out; a model beyond the fiftieth is `others`.",
    labels: ["kind", "model"],
  },
  gsd_cost_usd_total: {
    type: "counter",
    help: "US dollars that jobs spent.",
    labels: ["kind", "model"],
  },
  gsd_trace_spans_lost_total: {
    type: "counter",
    help: "Spans that did not reach the OpenTelemetry collector.",
    labels: [],
  },
} as const satisfies Record<string, Known>;

export type MetricName = keyof typeof knownMetrics;
export type Labels = Record<string, string>;

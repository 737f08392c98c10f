import { jobKey } from "../../core/codec/keys.ts";
import type { HistoryRow } from "../../core/model/job.ts";
import { isOver } from "../../core/model/track.ts";
import type { LoopMeasure, Measure } from "../../loop/measure/measure.ts";
import { boundLabel } from "./bound-label.ts";
import type { Metrics } from "./create-metrics.ts";
import { createNewRows } from "./new-rows.ts";

const mostModels = 50;

/** Counts what loops tell; of one repository at a time. */
export function countMeasures(
  metrics: Metrics,
  since: string,
): (repository: string, measure: Measure) => void {
  const newRows = createNewRows(since);
  const modelLabel = boundLabel(mostModels);
  return (repository, measure) => {
    // Jobs are published on runners, and counted by what they leave in the ledger.
    if (measure.type === "job") return;
    countLoop(metrics, measure);
    const track = measure.after ?? measure.before;
    if (!track) return;
    for (const row of newRows(repository, track)) countRow(metrics, row, modelLabel);
  };
}

function countLoop(metrics: Metrics, measure: LoopMeasure): void {
  const { trigger, start, end, rounds, saves, conflicts, effects, failed, before, after } = measure;
  metrics.add("gsd_loops_total", { trigger, result: failed ?? (saves > 0 ? "saved" : "same") });
  metrics.observe("gsd_loop_seconds", (end - start) / 1000, { trigger });
  metrics.observe("gsd_loop_rounds", rounds);
  if (conflicts > 0) metrics.add("gsd_ledger_conflicts_total", {}, conflicts);
  for (const { type, outcome } of effects)
    metrics.add("gsd_effects_total", { effect: type, result: outcome });
  const ended = after && isOver(after) && !(before && isOver(before));
  if (ended) metrics.add("gsd_tracks_total", { phase: after.phase });
}

function countRow(
  metrics: Metrics,
  { job, outcome, seconds, waited, model, tokens = 0, usd = 0 }: HistoryRow,
  modelLabel: (model: string) => string,
): void {
  const kind = jobKey.parse(job)?.kind ?? "unknown";
  metrics.add("gsd_jobs_total", { kind, outcome });
  metrics.observe("gsd_job_seconds", seconds, { kind });
  if (waited !== undefined) metrics.observe("gsd_job_wait_seconds", waited, { kind });
  const spender = { kind, model: model === undefined ? "none" : modelLabel(model) };
  if (tokens > 0) metrics.add("gsd_tokens_total", spender, tokens);
  if (usd > 0) metrics.add("gsd_cost_usd_total", spender, usd);
}

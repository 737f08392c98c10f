import { calm, type Draft } from "../jobs/draft.ts";
import type { BacklogTask } from "../model/backlog.ts";
import type { Estimate } from "../model/estimate.ts";
import type { PlanFact } from "../model/facts.ts";
import { noUsage } from "../model/job.ts";
import type { TrackTask } from "../model/task.ts";
import { withoutUndefined } from "../model/without-undefined.ts";

/** Turns the approved backlog into tasks. */
export function startExecution(draft: Draft, plan: PlanFact): void {
  calm(draft);
  const { track } = draft;
  const { estimates = {}, ...rest } = track.plan;
  const entries = (plan.backlog?.tasks ?? []).map((entry) => {
    return [entry.id, toTask(entry, plan, estimates[entry.id])] as const;
  });
  track.plan = rest;
  track.tasks = Object.fromEntries(entries);
  track.phase = "executing";
}

export function toTask(entry: BacklogTask, { digests }: PlanFact, estimate?: Estimate): TrackTask {
  const { estimated_hours: hours, files_hint } = entry.scope;
  return withoutUndefined({
    title: entry.title,
    dependsOn: entry.depends_on,
    files: files_hint,
    digest: digests[entry.id] ?? "",
    acceptance: entry.acceptance,
    status: "pending" as const,
    attempts: 0,
    runs: 0,
    reviews: 0,
    feedback: [],
    usage: { ...noUsage },
    usd: 0,
    hours: hours || undefined,
    engine: entry.engine,
    estimate,
  });
}

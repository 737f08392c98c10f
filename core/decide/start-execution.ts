import type { PlanFact } from "../model/facts.ts";
import type { TaskId } from "../model/ids.ts";
import type { TrackTask } from "../model/task.ts";
import type { Draft } from "./draft.ts";

/** Turns the approved backlog into tasks; what ran before the plan was approved again is kept. */
export function startExecution(draft: Draft, plan: PlanFact): void {
  const { track } = draft;
  const tasks: Record<TaskId, TrackTask> = {};
  for (const entry of plan.backlog?.tasks ?? []) {
    tasks[entry.id] = {
      title: entry.title,
      dependsOn: entry.depends_on,
      files: entry.scope.files_hint,
      ...(entry.scope.estimated_hours ? { hours: entry.scope.estimated_hours } : {}),
      hash: plan.hashes[entry.id] ?? "",
      status: "pending",
      attempts: 0,
      runs: 0,
      reviews: 0,
      findings: [],
      feedback: [],
      usage: { input: 0, output: 0 },
      usd: 0,
    };
  }
  track.tasks = tasks;
  track.phase = "executing";
  delete track.trouble;
}

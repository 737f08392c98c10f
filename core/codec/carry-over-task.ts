import type { TaskId } from "../model/ids.ts";
import type { Rollback } from "../model/rollback.ts";
import type { Proposal, TrackTask } from "../model/task.ts";
import { carryRollbackTrouble, carryTaskTrouble } from "./carry-over-trouble.ts";
import type { RollbackV1, TaskV1, TrackV1 } from "./version-one.ts";

/** A task as version 1 had it; what was running starts again. */
export function carryTask(id: TaskId, task: TaskV1, { config }: TrackV1): TrackTask {
  const again = startsAgain(task);
  const kept = task.checkpoint ?? (task.unopened === undefined ? undefined : task.head);
  return {
    title: task.title.slice(0, 200),
    dependsOn: task.dependsOn,
    files: task.files,
    hours: task.hours,
    digest: task.hash,
    status: again ? "pending" : task.status,
    attempts: carryAttempts(task),
    runs: task.runs,
    reviews: task.reviews,
    proposal: carryProposal(task),
    merge: task.merge,
    resume: kept ? { commit: kept, done: [] } : undefined,
    // What version 1 told its agents were sentences. Reviewers find the same again.
    feedback: [],
    trouble: again ? undefined : carryTaskTrouble(id, task, config.reviewers),
    usage: task.usage,
    usd: task.usd,
    wish: task.wish,
  };
}

/** Work that stood on its branch without a pull request is taken up again from there. */
function startsAgain({ status, unopened, pull }: TaskV1): boolean {
  return status === "in_progress" || unopened !== undefined || (status === "review" && !pull);
}

/** Version 1 counted every leg, ours only those without a result: a leg that we drop is none, nor is one that led to a pull request. */
function carryAttempts({ status, attempts }: TaskV1): number {
  if (status === "review" || status === "completed") return 0;
  return status === "in_progress" ? Math.max(0, attempts - 1) : attempts;
}

function carryProposal(task: TaskV1): Proposal | undefined {
  const { head, pull, checked, ready, approval } = task;
  if (!head || !pull) return undefined;
  return {
    head,
    pull,
    handsOff: task.handsOff ?? false,
    checks: checked?.sha === head ? (checked.ok ? "passed" : "failed") : undefined,
    findings: task.findings,
    readyAt: ready?.sha === head ? ready.at : undefined,
    approval: approval?.sha === head ? approval : undefined,
  };
}

/** A rollback as version 1 had it. */
export function carryRollback(rollback: RollbackV1, { issue }: TrackV1): Rollback {
  const { pull, head, ready, approval } = rollback;
  return {
    task: rollback.task,
    attempt: rollback.attempt,
    tasks: rollback.tasks,
    into: rollback.into,
    by: rollback.by,
    thread: rollback.thread ?? issue,
    status: rollback.status,
    crashes: rollback.crashes ?? 0,
    proposal: pull && head && ready ? { pull, head, readyAt: ready.at, approval } : undefined,
    trouble: carryRollbackTrouble(rollback),
  };
}

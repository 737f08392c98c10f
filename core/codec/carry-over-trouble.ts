import { errorCodes } from "../gsd-error.ts";
import type { TaskId } from "../model/ids.ts";
import { type Outcome, outcomes } from "../model/job.ts";
import type { Failure } from "../model/notice/parts.ts";
import type { Trouble } from "../model/notice.ts";
import type { HealthV1, RollbackV1, TaskV1, TrackV1, TroubleV1 } from "./version-one.ts";

/** What version 1 kept as a code and a sentence: the code becomes a notice where one fits, the sentence goes. */

/** A track's own trouble. */
export function carryTrackTrouble({ trouble, phase, notBefore, verification }: TrackV1): Trouble | undefined {
  if (!trouble) return undefined;
  const { code } = trouble;
  if (code === "model-waits" && notBefore)
    return { type: "model-waits", until: notBefore, why: { outcome: "rate-limited" } };
  if (code === "verification")
    return { type: "verification-failed", why: { outcome: verification.outcome ?? "crashed" } };
  if (phase === "failed" && isOutcome(code)) return { type: "planning-failed", why: { outcome: code } };
  return undefined;
}

/** A task's trouble. */
export function carryTaskTrouble(id: TaskId, task: TaskV1, reviewers: string[]): Trouble | undefined {
  if (!task.trouble) return undefined;
  const { code } = task.trouble;
  if (task.status === "failed") return failedTask(id, task, code);
  const ofPull: Record<string, Row> = task.pull ? pullTroubles(task.pull) : {};
  const row = ofPull[code] ?? taskTroubles[code];
  if (row) return row(id, task);
  if (code === "review" || code === "budget")
    return {
      type: "review-failed",
      task: id,
      why: { outcome: code === "budget" ? "budget" : "crashed" },
      missing: reviewers,
    };
  const refused = refusedMerge(task.trouble);
  return refused && task.pull
    ? { type: "merge-failed", task: id, pull: task.pull, failure: refused }
    : undefined;
}

type Row = (id: TaskId, task: TaskV1) => Trouble | undefined;

const taskTroubles: Record<string, Row> = {
  blocked: (task, { findings, handsOff }) => ({
    type: "blocked",
    task,
    findings: findings.filter(({ severity }) => severity === "blocker"),
    handsOff: handsOff ?? false,
  }),
  checks: (task, { head }) => (head ? { type: "head-fails", task, head, failing: [] } : undefined),
  "rolled-back": (task) => ({ type: "rolled-back", task }),
  failing: (task) => ({ type: "checks-hold", task, state: "failing", names: [] }),
  waiting: (task) => ({ type: "checks-hold", task, state: "waiting", names: [] }),
};

function pullTroubles(pull: number): Record<string, Row> {
  return {
    closed: (task, { handsOff }) => ({ type: "pull-closed", task, pull, handsOff: handsOff ?? false }),
    // Version 1 had the branch's name in its sentence only.
    retargeted: (task) => ({ type: "retargeted", task, pull, base: "unknown" }),
  };
}

function failedTask(id: TaskId, { attempts, checkpoint }: TaskV1, code: string): Trouble | undefined {
  if (!isOutcome(code)) return undefined;
  return { type: "task-failed", task: id, why: { outcome: code }, attempts, kept: checkpoint };
}

/** A rollback's trouble. */
export function carryRollbackTrouble({ task, attempt, trouble }: RollbackV1): Trouble | undefined {
  if (!trouble) return undefined;
  const { code } = trouble;
  if (code === "checks") return { type: "rollback-checks-fail", task, attempt, names: [] };
  if (isOutcome(code)) return { type: "rollback-failed", task, attempt, why: { outcome: code } };
  const failure = refusedMerge(trouble);
  return failure && { type: "rollback-not-merged", task, attempt, failure };
}

/** The trouble of a track's base. */
export function carryHealthTrouble({ trouble, result }: HealthV1): Trouble | undefined {
  if (!trouble) return undefined;
  if (trouble.code === "health" && result)
    return { type: "base-broken", result: { sha: result.sha, checks: result.checks, notes: [] } };
  return isOutcome(trouble.code) ? { type: "base-unchecked", why: { outcome: trouble.code } } : undefined;
}

/** Codes of merges that GitHub refused began with `merge-`. */
function refusedMerge({ code }: TroubleV1): Failure | undefined {
  if (!code.startsWith("merge-")) return undefined;
  return { code: errorCodes.find((known) => code === `merge-${known}`) ?? "unknown", text: "" };
}

function isOutcome(code: string): code is Outcome {
  return (outcomes as readonly string[]).includes(code);
}

import { approvalSchema, approvalsSchema } from "./approval.ts";
import { instant, sha, type TaskId, taskId } from "./ids.ts";
import { troubleSchema } from "./notice.ts";
import { flag, type Infer, integer, list, object, oneOf, optional, text } from "./schema.ts";

/** The revert of one or more tasks, or of such a revert, as a pull request of its own. */
export const rollbackSchema = object({
  task: taskId,
  attempt: integer(1),
  /** What is reverted; what builds on others comes first. */
  tasks: list(taskId, 1_000),
  /** The rollback that it takes back in turn, by the attempt at the same task. */
  undoes: optional(integer(1)),
  /** Whether it takes back all that was merged of the track. */
  whole: optional(flag()),
  into: oneOf(["track", "default"]),
  by: text(100),
  /** Where it was asked for, and is answered. */
  thread: integer(1),
  status: oneOf(["running", "open", "completed", "failed"]),
  /** Legs that ended without a result; bounded by `limits.attempts`. */
  crashes: integer(),
  /** Its pull request, once there is one. */
  proposal: optional(
    object({
      pull: integer(1),
      head: sha,
      readyAt: instant,
      approval: optional(approvalSchema),
      /** What git could not revert at this head, since later work touches the same files: a person's. */
      left: optional(object({ tasks: list(taskId, 1_000), files: list(text(1_000), 200) })),
      approvals: optional(approvalsSchema),
    }),
  ),
  /** The commit that its merge made. */
  merge: optional(sha),
  trouble: optional(troubleSchema),
});
export type Rollback = Infer<typeof rollbackSchema>;
export type RollbackLeft = NonNullable<NonNullable<Rollback["proposal"]>["left"]>;

/** The tasks that a rollback really took back: what it left to a person, and nobody pushed, is still there. */
export function takenBack({ tasks, proposal }: Rollback): TaskId[] {
  return tasks.filter((task) => !proposal?.left?.tasks.includes(task));
}

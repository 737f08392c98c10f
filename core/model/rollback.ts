import { approvalSchema } from "./approval.ts";
import { instant, sha, taskId } from "./ids.ts";
import { troubleSchema } from "./notice.ts";
import { flag, type Infer, integer, list, object, oneOf, optional, text } from "./schema.ts";

/** The revert of one or more tasks, as a pull request of its own. */
export const rollbackSchema = object({
  task: taskId,
  attempt: integer(1),
  /** What is reverted, newest merge first. */
  tasks: list(taskId, 1_000),
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
    object({ pull: integer(1), head: sha, readyAt: instant, approval: optional(approvalSchema) }),
  ),
  trouble: optional(troubleSchema),
});
export type Rollback = Infer<typeof rollbackSchema>;

import { errorCodes } from "../../gsd-error.ts";
import { taskId } from "../ids.ts";
import { outcomes } from "../job.ts";
import {
  amount,
  flag,
  given,
  type Infer,
  integer,
  list,
  object,
  oneOf,
  optional,
  type Schema,
  shared,
  text,
} from "../schema.ts";
import type { Problem } from "../validate.ts";

/** Why something did not succeed. `reason` is what a program, an agent or GitHub said: a sentence, then output, if any. */
export const whySchema = shared(
  "why",
  object({
    outcome: oneOf(outcomes),
    reason: optional(text(4_000)),
    /** It failed twice in a row in the very same way, so it was not tried again. */
    repeated: optional(flag()),
    /** The workflow run that has its log and its transcript. */
    run: optional(integer(1)),
    /** What that run left as a whole, where a part of it was refused. */
    artifact: optional(text(200)),
    /** What all runs of the task or the track cost so far. */
    spent: optional(object({ on: text(30), usd: amount() })),
  }),
);
export type Why = Infer<typeof whySchema>;

/** Why an effect failed for good, and what GitHub said. */
export const failureSchema = shared("failure", object({ code: oneOf(errorCodes), text: text(4_000) }));
export type Failure = Infer<typeof failureSchema>;

export const problems: Schema<Problem[]> = shared(
  "problems",
  list(
    given<Problem>(
      object({
        path: text(500),
        message: text(2_000),
        line: optional(integer(1)),
        column: optional(integer(1)),
        file: optional(text(300)),
      }),
    ),
    101,
  ),
);

/** The most files that are named of a conflict. */
export const mostConflicts = 100;

export const pull = integer(1);
export const task = taskId;
export const rollback = { task: taskId, attempt: integer(1) } as const;
export const names = list(text(300), 100);
export const tasks = list(taskId, 1_000);
export const word = text(100);
/** Which part of the track something concerns; the whole where neither is there. */
export const part = { task: optional(task), rollback: optional(task) } as const;

/** What an edit of the plan would change: `fixed` are tasks that differ and have started, so they stay as they were. */
export const difference = {
  added: list(object({ task, title: text(200) }), 1_000),
  changed: list(object({ task, what: names }), 1_000),
  removed: tasks,
  fixed: tasks,
} as const;

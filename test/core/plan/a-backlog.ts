import type { Backlog, BacklogTask } from "../../../core/model/backlog.ts";

/** A valid task; say what matters to the test. */
export function aTask(fields: Partial<BacklogTask> = {}): BacklogTask {
  const id = fields.id ?? "T01";
  return {
    id,
    title: `Title of ${id}`,
    description: "What to do.",
    depends_on: [],
    acceptance: ["It works."],
    scope: { files_hint: [`src/${id.toLowerCase()}.ts`] },
    ...fields,
  };
}

export function aBacklog(...tasks: Partial<BacklogTask>[]): Backlog {
  return { version: 1, tasks: tasks.map(aTask) };
}

import type { JobKind, JobRef } from "../model/job.ts";
import { health } from "./health.ts";
import { plan } from "./plan.ts";
import { rebase } from "./rebase.ts";
import { report } from "./report.ts";
import { review } from "./review.ts";
import { rollback } from "./rollback.ts";
import type { Row } from "./row.ts";
import { task } from "./task.ts";
import { update } from "./update.ts";
import { verify } from "./verify.ts";

/** Every kind of job, in the order in which their work is looked for. */
export const rows: { [K in JobKind]: Row<K> } = {
  plan,
  health,
  update,
  task,
  review,
  rebase,
  verify,
  rollback,
  report,
};

/** The row of a job, whatever its kind is. */
export function rowOf(job: JobRef): Row {
  return rows[job.kind] as unknown as Row;
}

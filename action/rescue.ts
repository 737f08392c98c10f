import { resolve } from "node:path";
import { refOf } from "../core/codec/keys.ts";
import { rowOf } from "../core/jobs/rows.ts";
import { rescueCrew } from "../crew/rescue.ts";
import type { Environment } from "./environment.ts";
import { findJob } from "./find-job.ts";
import { log } from "./output.ts";

/** After an agent step that was ended before it could report: what it had done is its result, and what it spent counts. */
export async function rescue(environment: Environment): Promise<void> {
  const { track, job, begun } = await findJob(environment);
  const { outcome, steps, changes } = await rescueCrew({
    job: refOf(job),
    base: job.base.sha,
    begun,
    recipe: rowOf(job).recipe(track, job),
    sandbox: track.config.sandbox,
    folder: resolve(environment.tree),
    out: resolve(environment.out),
    logs: resolve(environment.logs),
  });
  log.info("rescued", { outcome, steps: steps.length, files: changes.length });
}

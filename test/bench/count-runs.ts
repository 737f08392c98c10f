import type { World } from "../../local/create-world.ts";

export interface RunCounts {
  runs: number;
  /** Runs of nothing but skipped jobs. */
  "runs skipped": number;
  jobs: number;
}

/** A job that was skipped took no machine, and neither did a run of nothing else. */
export function countRuns({ forge, repo }: World): RunCounts {
  const runs = [...forge.world.runs.values()].filter((run) => run.repo === repo).map((run) => run.id);
  const jobs = [...forge.world.jobs.values()].filter(
    (job) => runs.includes(job.runId) && job.conclusion !== "skipped",
  );
  const worked = new Set(jobs.map(({ runId }) => runId)).size;
  return { runs: worked, "runs skipped": runs.length - worked, jobs: jobs.length };
}

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { World } from "../../local/create-world.ts";
import { createNarrator } from "../../local/demo/narrator.ts";
import { tellStory } from "../../local/demo/tell-story.ts";
import type { Mode } from "../../local/render-stub.ts";
import { parseRecord } from "../contract/record.ts";
import { aWorld } from "../e2e/a-world.ts";
import { countRequests } from "./count-requests.ts";
import { median } from "./measure.ts";

/** What the demo costs from the issue to the merged track, without the rollback: time, runs, jobs, requests, and the App's time to answer a webhook. */
export async function measureStory(mode: Mode) {
  const folder = mkdtempSync(join(tmpdir(), "gsd-bench-"));
  const record = join(folder, "record.jsonl");
  try {
    const start = performance.now();
    await using world = await aWorld({ mode, record });
    const silent = createNarrator(() => {});
    await tellStory(world, silent, "merge");
    const seconds = Math.round((performance.now() - start) / 100) / 10;
    const { tasks, track, perTask } = countRequests(parseRecord(readFileSync(record, "utf8")));
    const { runs, jobs } = countRuns(world);
    return {
      mode,
      seconds,
      tasks,
      runs,
      jobs,
      requests: track.requests,
      writes: track.writes,
      "requests a task": perTask.requests,
      "writes a task": perTask.writes,
      "webhook ms": mode === "app" ? medianAnswer(world) : undefined,
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A job that was skipped took no machine. */
function countRuns({ forge, repo }: World): { runs: number; jobs: number } {
  const runs = [...forge.world.runs.values()].filter((run) => run.repo === repo).map((run) => run.id);
  const jobs = [...forge.world.jobs.values()].filter(
    (job) => runs.includes(job.runId) && job.conclusion !== "skipped",
  );
  return { runs: runs.length, jobs: jobs.length };
}

function medianAnswer({ forge }: World): number {
  return Math.round(median(forge.deliveries.log.flatMap(({ durationMs }) => durationMs ?? [])));
}

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
import { countRuns } from "./count-runs.ts";
import { median } from "./measure.ts";

/** What the demo costs from the issue to the merged track, without the rollback: time, runs, jobs, requests, and the App's time to answer a webhook. */
export async function measureStory(mode: Mode) {
  const folder = mkdtempSync(join(tmpdir(), "gsd-bench-"));
  const record = join(folder, "record.jsonl");
  try {
    const start = performance.now();
    await using world = await aWorld({ mode, record });
    // The App's first tick, when it starts, is nobody's track.
    await world.idle();
    const before = readRecord(record).length;
    const silent = createNarrator(() => {});
    await tellStory(world, silent, { last: "merge" });
    const seconds = Math.round((performance.now() - start) / 100) / 10;
    const { tasks, track, perTask } = countRequests(readRecord(record).slice(before));
    const counts = countRuns(world);
    return {
      mode,
      seconds,
      tasks,
      ...counts,
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

const readRecord = (path: string) => parseRecord(readFileSync(path, "utf8"));

function medianAnswer({ forge }: World): number {
  return Math.round(median(forge.deliveries.log.flatMap(({ durationMs }) => durationMs ?? [])));
}

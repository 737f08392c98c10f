import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createNarrator } from "../../local/demo/narrator.ts";
import { tellStory } from "../../local/demo/tell-story.ts";
import type { Mode } from "../../local/render-stub.ts";
import { parseRecord, type RestLine } from "../contract/record.ts";
import { aWorld } from "../e2e/a-world.ts";
import { median } from "./measure.ts";

/** The demo's wall time, gsd's own API requests per task from dispatch to merge, and the App's time to answer a webhook. */
export async function measureStory(mode: Mode) {
  const folder = mkdtempSync(join(tmpdir(), "gsd-bench-"));
  const record = join(folder, "record.jsonl");
  try {
    const start = performance.now();
    await using world = await aWorld({ mode, record });
    await tellStory(
      world,
      createNarrator(() => {}),
    );
    const seconds = Math.round((performance.now() - start) / 100) / 10;
    const lines = parseRecord(readFileSync(record, "utf8")).filter((line) => line.type === "rest");
    const answers = world.forge.deliveries.log.flatMap(({ durationMs }) => durationMs ?? []);
    const webhooks =
      answers.length > 0
        ? { webhookMs: Math.round(median(answers)), slowestWebhookMs: Math.round(Math.max(...answers)) }
        : {};
    return { mode, seconds, jobs: world.runner.stats().jobs, ...perTask(lines), ...webhooks };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** From the approval of the plan to the last merge of a task: the six tasks' own requests, planning and verification left out. */
function perTask(lines: RestLine[]) {
  const own = (line: RestLine) => line.tokenKind === "workflow" || line.tokenKind === "installation";
  const merges = lines.flatMap((line, index) =>
    own(line) && line.method === "PUT" && line.path.endsWith("/merge") ? [index] : [],
  );
  const approved = lines.findIndex(
    (line) => own(line) && JSON.stringify(line.requestBody ?? "").includes("executing: /approve"),
  );
  const between = lines.slice(approved + 1, (merges.at(-1) ?? 0) + 1).filter(own);
  const each = (count: number) => Math.round((count / merges.length) * 10) / 10;
  return {
    requestsPerTask: each(between.length),
    writesPerTask: each(between.filter((line) => line.method !== "GET").length),
  };
}

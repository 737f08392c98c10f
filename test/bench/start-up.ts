import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { aBatch } from "./a-batch.ts";
import { inTurns, timeNode } from "./measure.ts";

/**
 * Start-up of the control step: on an event that is none of its business against an empty Node process,
 * and on a leg that begins against a Node process with one `fetch` to the same server. Aims: 1.6, 1.5 and 1,000 KB.
 */
export async function measureStartUp({ rounds = 21 } = {}) {
  const folder = mkdtempSync(join(tmpdir(), "gsd-bench-"));
  await using batch = await aBatch();
  try {
    const env = notOurs(folder);
    const ask = `await (await fetch(${JSON.stringify(batch.url)}, { headers: { authorization: "Bearer ${batch.token}" } })).json()`;
    const ms = await inTurns(
      {
        empty: () => timeNode(["-e", ""]),
        notOurs: () => timeNode(["dist/action/main.mjs"], env),
        fetch: () => timeNode(["--input-type=module", "-e", ask]),
        batch: batch.begin,
      },
      rounds,
    );
    return {
      emptyMs: round(ms.empty),
      notOursMs: round(ms.notOurs),
      notOursRatio: round(ms.notOurs / ms.empty),
      fetchMs: round(ms.fetch),
      batchMs: round(ms.batch),
      batchRatio: round(ms.batch / ms.fetch),
      bundleKb: folderKb("dist/action"),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function notOurs(folder: string): Record<string, string> {
  const event = join(folder, "event.json");
  writeFileSync(event, JSON.stringify({ action: "opened" }));
  return {
    INPUT_ZONE: "control",
    INPUT_TOKEN: "none",
    GITHUB_REPOSITORY: "acme/tally",
    GITHUB_API_URL: "http://127.0.0.1:9",
    GITHUB_RUN_ID: "1",
    GITHUB_EVENT_NAME: "issues",
    GITHUB_EVENT_PATH: event,
  };
}

function folderKb(folder: string): number {
  return Math.round(
    readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0) / 1024,
  );
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

if (import.meta.main) console.log("start-up of the control step", await measureStartUp());

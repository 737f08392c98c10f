import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { timeNode } from "./measure.ts";

/** Start-up of the control step, on an event that is none of its business, against an empty Node process. */
export function measureStartUp() {
  const folder = mkdtempSync(join(tmpdir(), "gsd-bench-"));
  try {
    const event = join(folder, "event.json");
    writeFileSync(event, JSON.stringify({ action: "opened" }));
    const env = {
      INPUT_ZONE: "control",
      INPUT_TOKEN: "none",
      GITHUB_REPOSITORY: "acme/tally",
      GITHUB_API_URL: "http://127.0.0.1:9",
      GITHUB_RUN_ID: "1",
      GITHUB_EVENT_NAME: "issues",
      GITHUB_EVENT_PATH: event,
    };
    const empty = timeNode(["-e", ""]);
    const control = timeNode(["dist/action/main.mjs"], { env });
    return {
      emptyMs: round(empty),
      controlMs: round(control),
      ratio: round(control / empty),
      bundleKb: folderKb("dist/action"),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function folderKb(folder: string): number {
  return Math.round(
    readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0) / 1024,
  );
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

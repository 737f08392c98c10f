import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { readChanges } from "../adapters/git/read-changes.ts";
import { writeManifest } from "../adapters/git/write-manifest.ts";
import { readUsage } from "../crew/gateway/read-usage.ts";
import type { Environment } from "./environment.ts";
import { findJob, refOf } from "./find-job.ts";
import { usageFile } from "./open-engine.ts";
import { log } from "./output.ts";

/** After an agent step that was ended before it could report: what is in its work tree is its result, and what it spent counts. */
export async function rescue(environment: Environment): Promise<void> {
  const out = resolve(environment.out);
  if (existsSync(join(out, "manifest.json"))) return;
  const { track, job } = await findJob(environment);
  const base = job.base!.sha;
  const changes = job.kind === "task" ? await readChanges(resolve(environment.tree), base) : [];
  await writeManifest({
    out,
    changes,
    manifest: {
      ...{ version: 1, job: refOf(job), base, engine: "none", sandbox: track.config.sandbox },
      ...{ outcome: "crashed", reason: "The agent's step was ended before it could report." },
      ...readUsage(usageFile(environment)),
      ...{ seconds: 0, checks: [] },
    },
  });
  log.info("rescued", { files: changes.length });
}

import { checkNames } from "../../core/model/config.ts";
import type { HealthResult } from "../../core/model/health.ts";
import { cutText } from "../../core/text/cut-text.ts";
import { rememberHealth } from "../remember-health.ts";
import type { Publication, Published } from "./publish-job.ts";

const names: readonly string[] = ["setup", ...checkNames];
const longestTail = 2_000;

/** How the base is goes into the ledger: for this track, and for the next one that starts from the same commit. */
export async function publishHealth({ ports, track, job, manifest }: Publication): Promise<Published> {
  const health: HealthResult = {
    sha: job.base!.sha,
    checks: manifest.checks
      .filter(({ name }) => names.includes(name))
      .map((check) => ({ ...check, tail: check.ok ? "" : endOf(check.tail) })),
    notes: (manifest.notes ?? []).map((note) => cutText(note, 500)),
  };
  await rememberHealth(ports, track.config, health);
  return { health };
}

function endOf(text: string): string {
  return text.length <= longestTail ? text : text.slice(-longestTail);
}

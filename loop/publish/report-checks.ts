import { failingChecks } from "../../core/model/health.ts";
import type { Sha } from "../../core/model/ids.ts";
import type { CheckResult } from "../../core/model/manifest.ts";
import { checkStatus } from "../../core/render/statuses.ts";
import type { Publication } from "./publish-job.ts";

/** Shows our own sandboxed check as the status `gsd/check` on a head; whether it passed. */
export async function reportChecks(
  { ports, track }: Pick<Publication, "ports" | "track">,
  sha: Sha,
  checks: CheckResult[],
): Promise<boolean> {
  const ok = failingChecks(track, checks).length === 0;
  await ports.github.setStatus({
    sha,
    context: "gsd/check",
    state: ok ? "success" : "failure",
    description: checkStatus(track, checks),
  });
  return ok;
}

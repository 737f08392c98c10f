import type { Sha } from "../../core/model/ids.ts";
import type { CheckResult } from "../../core/model/manifest.ts";
import type { GitHubPort } from "../../core/ports/github.ts";
import { checkStatus } from "../../core/render/statuses.ts";

/** Shows our own sandboxed check as the status `gsd/check` on a head; whether it passed. */
export async function reportChecks(github: GitHubPort, sha: Sha, checks: CheckResult[]): Promise<boolean> {
  const ok = checks.every((check) => check.ok);
  await github.setStatus({
    sha,
    context: "gsd/check",
    state: ok ? "success" : "failure",
    description: checkStatus(checks),
  });
  return ok;
}

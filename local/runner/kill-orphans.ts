import { readdirSync, readFileSync } from "node:fs";

/**
 * Kills processes that left their step's group (by setsid) but still carry the job's mark in their environment,
 * as GitHub's runner does. Only where there is a /proc; elsewhere the groups are all there is.
 */
export function killOrphans(trackingId: string): void {
  const mark = `RUNNER_TRACKING_ID=${trackingId}`;
  for (const pid of processIds()) {
    if (!environmentOf(pid).split("\0").includes(mark)) continue;
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // It ended by itself meanwhile.
    }
  }
}

function processIds(): number[] {
  try {
    return readdirSync("/proc").map(Number).filter(Number.isInteger);
  } catch {
    return [];
  }
}

function environmentOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, "utf8");
  } catch {
    return "";
  }
}

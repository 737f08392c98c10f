import type { Queue as Jobs } from "bullmq";
import type { AppLog } from "../create-log.ts";
import type { Work } from "../work.ts";
import { jobIdOf } from "./jobs.ts";

/** Hands works that the gate released to the workers. What cannot be handed over now, a worker finds after a while. */
export type Release = (ids: string[]) => Promise<void>;

export function createReleaser(jobs: Jobs<Work>, log: AppLog): Release {
  const releaseOne = async (id: string) => {
    const job = await jobs.getJob(jobIdOf(id));
    try {
      await job?.promote();
    } catch (error) {
      // It was given up before, and came again.
      if ((await job?.getState()) !== "failed") throw error;
      await job?.retry("failed", { resetAttemptsMade: true, resetAttemptsStarted: true });
    }
  };
  return async (ids) => {
    for (const id of ids)
      await releaseOne(id).catch((error) => log.debug("released later", { id, why: String(error) }));
  };
}

import { Queue as Jobs } from "bullmq";
import type { Redis } from "ioredis";
import { GsdError } from "../../core/gsd-error.ts";
import type { AppLog } from "../create-log.ts";
import type { QueueLimits } from "../create-queue.ts";
import type { Queue } from "../queue.ts";
import type { Work } from "../work.ts";
import { type Admission, createGate } from "./create-gate.ts";
import { createReleaser } from "./create-releaser.ts";
import { jobIdOf, jobOptions, prefix, queueName } from "./jobs.ts";
import { openForWork } from "./open-redis.ts";
import { startWorker } from "./start-worker.ts";

export interface RedisQueueOptions {
  url: string;
  /** For those that are waited for; the worker opens one of its own. It is closed at the end. */
  redis: Redis;
  limits: QueueLimits;
  log: AppLog;
}

/**
 * The queue of an App of several replicas: BullMQ keeps the works, hands them out, gives those of a killed process to another, tries again
 * and keeps what failed; the gate says which may run, so that lanes keep their order and groups and repositories have their turns.
 */
export function createRedisQueue({ url, redis, limits, log }: RedisQueueOptions): Queue {
  const jobs = new Jobs<Work>(queueName, { connection: redis, prefix, skipVersionCheck: true });
  jobs.on("error", () => {});
  const gate = createGate(redis, `${prefix}:gate:`, limits.waitingEach);
  const release = createReleaser(jobs, log);
  let worker: ReturnType<typeof startWorker> | undefined;
  const isThere = () => redis.status === "ready";

  return {
    async push(work) {
      if (!isThere()) throw new GsdError("queue", away);
      try {
        const seen = await gate.look(work);
        if (seen.type !== "free") return toTaken(seen);
        // It is kept before it is admitted: whoever dies in between leaves it to the worker that meets it after a while.
        await jobs.add(work.type, work, { ...jobOptions, jobId: jobIdOf(work.id) });
        const admission = await gate.admit(work);
        if (admission.type === "taken") await release(admission.released);
        return toTaken(admission);
      } catch (cause) {
        throw new GsdError("queue", away, { cause });
      }
    },
    start(handle) {
      worker = startWorker({
        connection: openForWork(url),
        gate,
        release,
        handle,
        parallel: limits.parallel,
        log,
      });
    },
    async load() {
      if (!isThere()) throw new GsdError("queue", away);
      const [load, dead] = await Promise.all([gate.load(), jobs.getFailedCount()]);
      return { ...load, dead };
    },
    groups: async () => (isThere() ? await gate.groups() : new Map()),
    async problem() {
      // It may be connected and silent.
      const pong = isThere() && (await redis.ping().catch(() => undefined));
      return pong ? undefined : away;
    },
    async drain(milliseconds) {
      const left = (await worker?.stop(milliseconds)) ?? 0;
      await jobs.close().catch(() => {});
      redis.disconnect();
      return left;
    },
  };
}

/** One that is full when it is admitted was kept already, and is admitted when there is room. */
function toTaken({ type }: Admission): "taken" | "known" | "full" {
  if (type === "done" || type === "known" || type === "needless") return "known";
  return type === "full" ? "full" : "taken";
}

const away =
  "Redis does not answer, so no event can be kept: look at QUEUE_URL and the server that it names. Nothing has to be done here when it is back; the next tick finds what was missed.";

import type { AppLog } from "./create-log.ts";
import { createQueue } from "./create-queue.ts";
import type { Environment } from "./environment.ts";
import { createLimits, type Limits } from "./limits.ts";
import type { Queue } from "./queue.ts";

/** What replicas of the App share, where there are several. */
export interface Shared {
  queue: Queue;
  limits: Limits;
  /** Who does what is left when this process ends. */
  heir: string;
}

const queueLimits = { parallel: 8, waitingEach: 500 };

/** One process keeps what waits to itself; several share it. */
export async function openQueue({ queueUrl }: Environment, log: AppLog): Promise<Shared> {
  if (queueUrl === undefined)
    return {
      queue: createQueue(queueLimits, log),
      limits: createLimits(),
      heir: "the tick at the next start",
    };
  const { createRedisLimits } = await import("./redis/create-redis-limits.ts");
  const { createRedisQueue } = await import("./redis/create-redis-queue.ts");
  const { openForRequests } = await import("./redis/open-redis.ts");
  const redis = openForRequests(queueUrl, log);
  return {
    queue: createRedisQueue({ url: queueUrl, redis, limits: queueLimits, log }),
    limits: createRedisLimits(redis),
    heir: "another replica, or the next start",
  };
}

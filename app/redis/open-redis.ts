import { Redis } from "ioredis";
import type { AppLog } from "../create-log.ts";

/** A webhook has ten seconds; who keeps us waiting longer than this is not there. */
const patienceMs = 2_000;
const longestPauseMs = 2_000;

/** A connection that comes back by itself, for as long as the process lives. */
function open(url: string, options: object, onError: (error: Error) => void): Redis {
  const redis = new Redis(url, {
    retryStrategy: (times: number) => Math.min(times * 100, longestPauseMs),
    connectTimeout: patienceMs,
    // A Redis that is read-only now was a primary before: connect anew, to the one that is it by now.
    reconnectOnError: (error: Error) => error.message.startsWith("READONLY"),
    ...options,
  });
  return redis.on("error", onError);
}

/** For those that are waited for: what cannot be asked now fails at once. */
export function openForRequests(url: string, log: AppLog): Redis {
  const state = { isSaid: false };
  const redis = open(
    url,
    { enableOfflineQueue: false, maxRetriesPerRequest: 0, commandTimeout: patienceMs },
    (error) => {
      if (!state.isSaid) log.error("Redis does not answer; QUEUE_URL names it", { why: reasonOf(error) });
      state.isSaid = true;
    },
  );
  redis.on("ready", () => {
    if (state.isSaid) log.info("Redis answers again");
    state.isSaid = false;
  });
  return redis;
}

/** For the worker, which waits for work as long as it takes. */
export function openForWork(url: string): Redis {
  return open(url, { maxRetriesPerRequest: null }, () => {});
}

function reasonOf(error: Error): string {
  return (error as NodeJS.ErrnoException).code ?? error.name;
}

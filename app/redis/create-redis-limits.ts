import type { Redis } from "ioredis";
import type { Limits } from "../limits.ts";
import { prefix } from "./jobs.ts";

/** The later one counts; Redis forgets it when it is over. */
const noteScript = `
local known = tonumber(redis.call('GET', KEYS[1]) or '0')
if tonumber(ARGV[1]) > known then redis.call('SET', KEYS[1], ARGV[1], 'PXAT', ARGV[1]) end
`;

/** For several replicas. Without Redis nothing is known: then GitHub itself says it once more. */
export function createRedisLimits(redis: Redis): Limits {
  const keyOf = (who: string) => `${prefix}:limit:${who}`;
  return {
    async until(who) {
      const until = await redis.get(keyOf(who)).catch(() => undefined);
      return until ? Number(until) : undefined;
    },
    async note(who, until) {
      await redis.eval(noteScript, 1, keyOf(who), Math.ceil(until)).catch(() => undefined);
    },
  };
}

import { describe, expect, it } from "vitest";
import { noRedis } from "./a-redis.ts";
import { killReplicas } from "./kill-replicas.ts";

/** `npm run test:replicas` tries all. */
const isWhole = process.env["GSD_REPLICAS"] === "all";
const seed = Number(process.env["GSD_SEED"] ?? "13");
const plan = isWhole ? { seed, events: 1_000, kills: 20 } : { seed, events: 60, kills: 3 };

if (noRedis) console.log(`left out: ${noRedis}`);

describe.skipIf(noRedis)("two replicas of the App that are killed in the middle of their work", () => {
  it(
    "lose nothing and do nothing twice",
    async () => {
      const toll = await killReplicas(plan);
      console.table([{ seed, ...toll }]);
      expect(toll).toMatchObject({ events: plan.events, kills: plan.kills, lost: 0, doubled: 0 });
    },
    30 * 60_000,
  );
});

import { beforeAll, describe, expect, it } from "vitest";
import { createRandom } from "../../local/forge/disturbance.ts";
import { type Told, tellDemo } from "./real-processes.ts";
import { all } from "./sample.ts";

/** Points of the whole demo, each from its own seed: minutes, so not for every `npm test`. */
export function killJobs(seeds: number[]): void {
  describe.runIf(all)("a job of the whole demo that is killed (npm run test:faults)", () => {
    let calm: Told;
    beforeAll(async () => {
      calm = await tellDemo();
    }, 300_000);

    it.each(seeds)(
      "at a seeded request leads to the same world (seed %i)",
      { timeout: 300_000 },
      async (seed) => {
        const random = createRandom(seed);
        const k = 1 + Math.floor(random() * calm.requests);
        const { world, where } = await tellDemo({ k, when: random() < 0.5 ? "before" : "after" });
        expect(world, where).toBe(calm.world);
      },
    );
  });
}

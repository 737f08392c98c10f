import { describe, expect, it } from "vitest";
import { crashAt, tellCalmly, type When } from "./crash.ts";
import { doubled, shuffled } from "./deliveries.ts";
import { numbers, sampleOf } from "./sample.ts";
import { changesOfMind as steps } from "./steering-story.ts";
import { tellStory } from "./story.ts";

const { calm, requests } = await tellCalmly({ steps });
const points = sampleOf(
  numbers(1, requests).flatMap((k) => (["before", "after"] as const).map((when) => ({ k, when }))),
  3,
);

describe(`people who change their mind, in ${requests} requests`, () => {
  it.each<{ k: number; when: When }>(points)(
    "end in the same world when a process dies $when request $k",
    async ({ k, when }) => {
      const crash = crashAt(k, when);
      const world = await tellStory({ crowd: "first", trouble: crash, steps });
      expect(world, crash.where()).toBe(calm);
    },
  );

  it("end in the same world when every event comes twice", async () => {
    expect(await tellStory({ crowd: "first", trouble: doubled, steps })).toBe(calm);
  });

  it.each(sampleOf(numbers(1, 20), 1))(
    "end in the same world when events are shuffled (%i)",
    async (seed) => {
      expect(await tellStory({ crowd: "first", trouble: shuffled(seed), steps })).toBe(calm);
    },
  );
});

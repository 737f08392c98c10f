import { describe, expect, it } from "vitest";
import { questions as steps } from "./asking-story.ts";
import { crashAt, tellCalmly, type When } from "./crash.ts";
import { doubled, lostEvent } from "./deliveries.ts";
import { numbers, sampleOf } from "./sample.ts";
import { tellStory } from "./story.ts";

const { calm, requests } = await tellCalmly({ steps });
const points = sampleOf(
  numbers(1, requests).flatMap((k) => (["before", "after"] as const).map((when) => ({ k, when }))),
  2,
);

describe(`agents who ask, in ${requests} requests`, () => {
  it.each<{ k: number; when: When }>(points)(
    "end in the same world when a process dies $when request $k",
    async ({ k, when }) => {
      const crash = crashAt(k, when);
      const world = await tellStory({ crowd: "first", trouble: crash, steps });
      expect(world, crash.where()).toBe(calm);
    },
  );

  // The one of the box that is ticked is among them: who ticked it, only GitHub knows then.
  it.each(sampleOf(numbers(1, 5), 2))("end in the same world when event %i is lost", async (index) => {
    expect(await tellStory({ crowd: "first", trouble: lostEvent(index), steps })).toBe(calm);
  });

  it("end in the same world when every event comes twice", async () => {
    expect(await tellStory({ crowd: "first", trouble: doubled, steps })).toBe(calm);
  });
});

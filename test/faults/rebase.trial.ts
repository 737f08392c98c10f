import { describe, expect, it } from "vitest";
import { crashAt, tellCalmly, type When } from "./crash.ts";
import { doubled, lostEvent } from "./deliveries.ts";
import { secondThoughts as steps } from "./rebase-story.ts";
import { numbers, sampleOf } from "./sample.ts";
import { tellStory } from "./story.ts";

const { calm, requests } = await tellCalmly({ steps });
const points = sampleOf(
  numbers(1, requests).flatMap((k) => (["before", "after"] as const).map((when) => ({ k, when }))),
  6,
);

describe(`a task that is written anew, in ${requests} requests`, () => {
  it("comes to its end by a better version", () => {
    expect(calm).toContain("Less of it");
    expect(calm).toContain("specs/lessons.md");
  });

  it.each<{ k: number; when: When }>(points)(
    "ends in the same world when a process dies $when request $k",
    async ({ k, when }) => {
      const crash = crashAt(k, when);
      const world = await tellStory({ crowd: "first", trouble: crash, steps });
      expect(world, crash.where()).toBe(calm);
    },
  );

  it.each(sampleOf(numbers(1, 6), 2))("ends in the same world when event %i is lost", async (index) => {
    expect(await tellStory({ crowd: "first", trouble: lostEvent(index), steps })).toBe(calm);
  });

  it("ends in the same world when every event comes twice", async () => {
    expect(await tellStory({ crowd: "first", trouble: doubled, steps })).toBe(calm);
  });
});

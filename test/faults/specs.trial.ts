import { describe, expect, it } from "vitest";
import { crashAt, tellCalmly, type When } from "./crash.ts";
import { doubled, lostEvent } from "./deliveries.ts";
import { numbers, sampleOf } from "./sample.ts";
import { sameRequirement as steps } from "./specs-story.ts";
import { tellStory } from "./story.ts";

const { calm, requests } = await tellCalmly({ steps });
const points = sampleOf(
  numbers(1, requests).flatMap((k) => (["before", "after"] as const).map((when) => ({ k, when }))),
  3,
);

describe(`two tracks that change the same requirement, in ${requests} requests`, () => {
  it("ends with both merged, the second told of the first, a spec for old code, and the first taken back", () => {
    expect(calm).toContain(
      '`#<Totals in hours>` changes "Totals" of `report` too. Whichever is merged second has to fit what the first one made of it.',
    );
    expect(calm).not.toContain('`#<Totals in minutes>` changes "Totals"');
    const main = calm.split("\n  main:\n")[1]?.split("tags:")[0];
    expect(main).toContain("specs/archive/<day>-1-totals-in-hours/SPEC.md");
    expect(main).toContain("specs/archive/<day>-2-totals-in-minutes/SPEC.md");
    expect(main).not.toContain("specs/changes");
    expect(calm).toContain("- specs/src/spec.md");
    expect(calm).toContain("T03, T02 and T01 of #<Totals in hours>");
  });

  it.each<{ k: number; when: When }>(points)(
    "ends in the same world when a process dies $when request $k",
    async ({ k, when }) => {
      const crash = crashAt(k, when);
      const world = await tellStory({ crowd: "first", trouble: crash, steps });
      expect(world, crash.where()).toBe(calm);
    },
  );

  it.each(sampleOf(numbers(1, 12), 1))("ends in the same world when event %i is lost", async (index) => {
    expect(await tellStory({ crowd: "first", trouble: lostEvent(index), steps })).toBe(calm);
  });

  it("ends in the same world when every event comes twice", async () => {
    expect(await tellStory({ crowd: "first", trouble: doubled, steps })).toBe(calm);
  });
});

import { describe, expect, it } from "vitest";
import { countDeliveries, doubled, lostEvent, shuffled } from "./deliveries.ts";
import { numbers, sampleOf } from "./sample.ts";
import { tellStory } from "./story.ts";

const calm = await tellStory({ crowd: "always" });
const events = await countDeliveries("action");

describe("events on their way to the workflow", () => {
  it("may all come twice", async () => {
    expect(await tellStory({ crowd: "always", trouble: doubled })).toBe(calm);
  });

  it.each(sampleOf(numbers(1, 8), 1))("may come shuffled, and old ones again (seed %i)", async (seed) => {
    expect(await tellStory({ crowd: "always", trouble: shuffled(seed) })).toBe(calm);
  });

  it.each(sampleOf(numbers(0, events - 1), 4))("may lose number %i", async (index) => {
    expect(await tellStory({ crowd: "always", trouble: lostEvent(index) })).toBe(calm);
  });
});

import { describe, expect, it } from "vitest";
import { countDeliveries, doubled, lostWebhook, shuffled } from "./deliveries.ts";
import { numbers, sampleOf } from "./sample.ts";
import { tellStory } from "./story.ts";

const app = { mode: "app", crowd: "always" } as const;
const calm = await tellStory(app);
const webhooks = await countDeliveries("app");

describe("webhooks on their way to the App", () => {
  it("lead to the same world as the workflow's events", async () => {
    const world = await tellStory({ mode: "action", crowd: "always" });
    expect(withoutStub(world)).toBe(withoutStub(calm));
  });

  it("may all come twice", async () => {
    expect(await tellStory({ ...app, trouble: doubled })).toBe(calm);
  });

  it.each(sampleOf(numbers(1, 8), 1))("may come shuffled, and old ones again (seed %i)", async (seed) => {
    expect(await tellStory({ ...app, trouble: shuffled(seed) })).toBe(calm);
  });

  it.each(sampleOf(numbers(0, webhooks - 1), 3))("may lose number %i", async (index) => {
    expect(await tellStory({ ...app, trouble: lostWebhook(index) })).toBe(calm);
  });
});

/** The two ways of running gsd have stubs of their own, so every tree differs in these files. */
function withoutStub(world: string): string {
  return world
    .replace(/^.*workflows\/gsd(-tick)?\.yml .*\n/gm, "")
    .replace(/\b(head|at): [0-9a-f]{12}$/gm, "$1: …")
    .replace(/^( {2}gsd\/\w+) [0-9a-f]{12}:/gm, "$1 …:");
}

import { describe, expect, it } from "vitest";
import { crashAt, tellCalmly } from "./crash.ts";
import { numbers, sampleOf } from "./sample.ts";
import { tellStory } from "./story.ts";

const { calm, requests } = await tellCalmly();
const points = sampleOf(numbers(1, requests), 6);

describe(`a process that dies before its request is applied, at any of ${requests} requests`, () => {
  it.each(points)("ends in the same world when it dies at request %i", async (k) => {
    const crash = crashAt(k, "before");
    const world = await tellStory({ crowd: "first", trouble: crash });
    expect(world, crash.where()).toBe(calm);
  });
});

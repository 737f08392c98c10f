import { describe, expect, it } from "vitest";
import { badGateway, busyBranch, busyTrack, lateToShow, listWrites } from "./failures.ts";
import { numbers, sampleOf } from "./sample.ts";
import { tellStory } from "./story.ts";

const { calm, writes } = await listWrites();
const files = writes.filter(({ method, path }) => method === "PUT" && path.includes("/contents/"));
const nameOf = (k: number) => `${writes[k - 1]?.method} ${writes[k - 1]?.path}`;

describe("a write that is answered with 502", () => {
  const points = sampleOf(numbers(1, writes.length), 3).map((k) => [k, nameOf(k)] as const);

  it.each(points)("may have been applied: %i, %s", async (k) => {
    expect(await tellStory({ crowd: "first", trouble: badGateway(k, true) })).toBe(calm);
  });

  it.each(points)("may not have been applied: %i, %s", async (k) => {
    expect(await tellStory({ crowd: "first", trouble: badGateway(k, false) })).toBe(calm);
  });
});

describe("a save that loses to another writer", () => {
  const points = sampleOf(numbers(1, files.length), 2);

  it.each(points)("of another file of the branch: %i", async (k) => {
    expect(await tellStory({ crowd: "first", trouble: busyBranch(k) })).toBe(calm);
  });

  it.each(points)("of the same track: %i", async (k) => {
    expect(await tellStory({ crowd: "first", trouble: busyTrack(k) })).toBe(calm);
  });
});

describe("a thing that was just created", () => {
  const hidings = [
    { reads: 1, lists: false },
    { reads: 3, lists: false },
    { reads: 1, lists: true },
    { reads: 2, lists: true },
  ];

  it.each(sampleOf(hidings, 2))("may be out of sight for $reads reads (lists: $lists)", async (hiding) => {
    expect(await tellStory({ crowd: "first", trouble: lateToShow(hiding) })).toBe(calm);
  });
});

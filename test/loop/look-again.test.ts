import { describe, expect, it } from "vitest";
import { lookAgain } from "../../loop/look-again.ts";
import type { Ports } from "../../loop/ports.ts";

/** Something that GitHub shows from the so-many-th look on. */
function shownFrom(first: number) {
  let looks = 0;
  const pauses: number[] = [];
  const github = { pause: async (milliseconds: number) => void pauses.push(milliseconds) };
  const look = async () => {
    looks += 1;
    return looks >= first;
  };
  return { ports: { github } as unknown as Ports, look, pauses };
}

describe("what seems to be gone", () => {
  it("is not waited for when the first look shows it", async () => {
    const { ports, look, pauses } = shownFrom(1);
    expect(await lookAgain(ports, look, (isThere) => isThere)).toBe(true);
    expect(pauses).toEqual([]);
  });

  it("is there when a later look shows it", async () => {
    const { ports, look, pauses } = shownFrom(4);
    expect(await lookAgain(ports, look, (isThere) => isThere)).toBe(true);
    expect(pauses).toHaveLength(3);
  });

  it("is gone when four looks do not show it", async () => {
    const { ports, look } = shownFrom(5);
    expect(await lookAgain(ports, look, (isThere) => isThere)).toBe(false);
  });
});

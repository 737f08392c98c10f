import { describe, expect, it } from "vitest";
import {
  type Box,
  boxKey,
  boxLine,
  tickedBoxesIn,
  tickSource,
  withTicks,
} from "../../../core/codec/boxes.ts";
import { sha } from "../../builders/a-track.ts";

const boxes: Box[] = [
  { type: "approve", issue: 42, tree: sha("f1") },
  { type: "retry", issue: 42, task: "T03", run: 2 },
  { type: "pause", issue: 42 },
  { type: "resume", issue: 7 },
  { type: "tonight" },
];
const text = boxes.map((box) => boxLine(box, "words")).join("\n");
const tick = (line: string) => line.replace("[ ]", "[x]");

describe("a box of the dashboard", () => {
  it.each(boxes)("is read as it was written: $type", (box) => {
    expect(boxKey.parse(boxKey.format(box))).toEqual(box);
    expect(tickedBoxesIn(tick(boxLine(box, "[x] `code` <!-- gsd:box tonight -->")))).toEqual([box]);
    expect(tickedBoxesIn(boxLine(box, "- [x] <!-- gsd:box tonight -->"))).toEqual([]);
  });

  it.each([
    "approve/42/f1",
    `approve/0/${sha("f1")}`,
    `approve/42/${sha("f1")}/more`,
    "retry/42/T3/1",
    "retry/42/T03",
    "retry/42/T03/x",
    "pause/42/1",
    "pause/",
    "cancel/42",
    "tonight/1",
    "__proto__/42",
    "",
  ])("is none of ours: %j", (key) => {
    expect(boxKey.parse(key)).toBeUndefined();
    expect(tickedBoxesIn(`- [x] <!-- gsd:box ${key} -->words`)).toEqual([]);
  });

  it("counts where it begins a line, however the browser ends lines, and once", () => {
    const [first = ""] = text.split("\n");
    const body = `${tick(first)}\r\n  ${tick(first)}\r\nSee ${tick(first)}\r\n> ${tick(first)}`;
    expect(tickedBoxesIn(body)).toEqual([boxes[0]]);
  });

  it("stays ticked where somebody else's tick is still to be heard", () => {
    const kept = withTicks(text, new Set(["pause/42", "resume/99"]));
    expect(tickedBoxesIn(kept)).toEqual([{ type: "pause", issue: 42 }]);
    expect(withTicks(kept, new Set())).toBe(kept);
  });

  it("that is ticked is named by the second, the person and the box, give or take GitHub's seconds", () => {
    const at = "2026-11-18T12:00:00.000Z";
    const [box = { type: "tonight" as const }] = boxes;
    const source = tickSource.format({ by: 7, at, box });
    expect(source.length).toBeLessThanOrEqual(60);
    expect(source).toMatch(/^[\w.-]+$/);
    const later = tickSource.format({ by: 7, at: "2026-11-18T12:00:04.000Z", box });
    const muchLater = tickSource.format({ by: 7, at: "2026-11-18T12:01:00.000Z", box });
    const another = tickSource.format({ by: 8, at, box });
    expect([later, muchLater, another].map((one) => tickSource.isSame(source, one))).toEqual([
      true,
      false,
      false,
    ]);
    expect(["c123", "r5", "f1-2-3", "unclear"].some(tickSource.is)).toBe(false);
  });
});

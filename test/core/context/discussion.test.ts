import { describe, expect, it } from "vitest";
import { formatDiscussion, saysSomething } from "../../../core/context/discussion.ts";

describe("a discussion", () => {
  it("names who said what, and when", () => {
    const sayings = [
      { by: "mia", at: "2026-11-18T10:00:00Z", text: "Use tabs.\n" },
      { by: "noor", at: "2026-11-19T10:00:00Z", text: "Fine." },
    ];
    expect(formatDiscussion(sayings)).toBe(
      "mia wrote on 2026-11-18:\nUse tabs.\n\nnoor wrote on 2026-11-19:\nFine.",
    );
  });

  it.each([
    ["/plan", false],
    ["\n/plan\n/status\n", false],
    ["", false],
    ["/plan\n\nKeep it small.", true],
    ["Why not /plan it?", true],
  ])("counts %j as words for agents: %s", (text, expected) => {
    expect(saysSomething(text)).toBe(expected);
  });
});

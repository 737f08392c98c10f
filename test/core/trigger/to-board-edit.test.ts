import { describe, expect, it } from "vitest";
import { boxLine } from "../../../core/codec/boxes.ts";
import { mayConcern } from "../../../core/trigger/may-concern.ts";
import { toTickTrigger } from "../../../core/trigger/to-board-edit.ts";
import { toTrigger } from "../../../core/trigger/to-trigger.ts";
import { sha } from "../../builders/a-track.ts";

const approve = boxLine({ type: "approve", issue: 42, tree: sha("f1") }, "Approve");
const pause = boxLine({ type: "pause", issue: 42 }, "Pause");
const tick = (line: string) => line.replace("[ ]", "[x]");
const body = (...lines: string[]) => `${lines.join("\n")}\n\n<!-- gsd:dashboard 1 -->`;

function edited(from: string | undefined, to: string, issue: Record<string, unknown> = {}) {
  const payload = {
    action: "edited",
    issue: { number: 5, state: "open", body: to, updated_at: "2026-11-18T12:00:00Z", ...issue },
    changes: from === undefined ? { title: { from: "before" } } : { body: { from } },
    sender: { id: 1, login: "mia", type: "User" },
  };
  return { name: "issues", payload };
}

describe("an edit of the dashboard", () => {
  it("is what was ticked by it, and not what was ticked before", () => {
    const raw = edited(body(tick(approve), pause), body(tick(approve), tick(pause)));
    expect(toTrigger(raw)).toEqual({
      issue: 5,
      trigger: {
        type: "board-edited",
        issue: 5,
        boxes: [{ type: "pause", issue: 42 }],
        sender: { id: 1, login: "mia", bot: false },
        at: "2026-11-18T12:00:00.000Z",
      },
    });
  });

  it.each([
    ["clears a box", edited(body(tick(approve)), body(approve))],
    ["changes words", edited(body(approve), body(approve, "More."))],
    ["changes the title", edited(undefined, body(tick(approve)))],
    ["is of an issue that is no dashboard", edited(approve, tick(approve))],
    ["ticks a box that is none of ours", edited(body("- [ ] Mine"), body("- [x] Mine"))],
    ["forges a box", edited(body(), body("- [x] <!-- gsd:box cancel/42 -->Cancel"))],
    ["is of a closed one", edited(body(approve), body(tick(approve)), { state: "closed" })],
    ["is of a pull request", edited(body(approve), body(tick(approve)), { pull_request: {} })],
  ])("means nothing where it %s", (_, raw) => {
    expect(toTrigger(raw)).toBeUndefined();
  });

  it("costs nothing where no box is ticked", () => {
    expect(mayConcern(edited(body(approve), body(approve, "More.")))).toBe(false);
    expect(mayConcern(edited("Please.", "Please!"))).toBe(false);
    expect(mayConcern(edited(body(approve), body(tick(approve))))).toBe(true);
  });

  it("counts five boxes at most", () => {
    const many = Array.from({ length: 9 }, (_, at) => boxLine({ type: "pause", issue: at + 1 }, "Pause"));
    const aimed = toTrigger(edited(body(...many), body(...many.map(tick))));
    expect(aimed?.trigger).toMatchObject({ boxes: { length: 5 } });
  });

  it("is the command that the box stands for, in the issue of its track", () => {
    const sender = { id: 1, login: "mia", bot: false };
    const edit = {
      type: "board-edited" as const,
      issue: 5,
      boxes: [],
      sender,
      at: "2026-11-18T12:00:00.000Z",
    };
    const command = (box: Parameters<typeof toTickTrigger>[1]) => toTickTrigger(edit, box)?.commands;
    expect(toTickTrigger(edit, { type: "pause", issue: 42 })).toMatchObject({
      type: "commented",
      issue: 42,
      thread: 42,
      board: 5,
      sender,
      commands: [{ type: "pause" }],
    });
    expect(command({ type: "approve", issue: 42, tree: sha("f1") })).toEqual([
      { type: "approve", sha: sha("f1") },
    ]);
    expect(command({ type: "retry", issue: 42, task: "T03", run: 2 })).toEqual([
      { type: "retry", task: "T03", run: 2 },
    ]);
    expect(command({ type: "tonight" })).toBeUndefined();
  });
});

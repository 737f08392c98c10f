import { describe, expect, it } from "vitest";
import { findOddities } from "../../../core/context/find-oddities.ts";
import { reviewContext } from "../../../core/context/review-context.ts";
import type { BacklogTask } from "../../../core/model/backlog.ts";
import { noteSchema } from "../../../core/model/note.ts";
import { createValidator } from "../../../core/model/validate.ts";

/** T02, as a planner should write it. */
function aTask(fields: Partial<BacklogTask> = {}): BacklogTask {
  return {
    id: "T02",
    title: "Write rows",
    description: "Write each row of the table as one line of CSV, in the order of the table.",
    depends_on: ["T01"],
    acceptance: ["every row ends with CRLF"],
    scope: { files_hint: ["src/rows.ts"] },
    ...fields,
  };
}

const tags = "\u{e0041}\u{e0042}\u{e0043}";

describe("what to know of a task's context", () => {
  it("is its size, and nothing else when all is well", () => {
    const { bytes, notes } = reviewContext(aTask());
    expect(bytes).toBeGreaterThan(100);
    expect(notes).toEqual([]);
  });

  it.each([
    [
      "what did not fit",
      { description: "word ".repeat(790) },
      {
        type: "context-cut",
        task: "T02",
        cut: [expect.stringMatching(/^spec: \d+ of 3949 bytes in 1 entry$/)],
      },
    ],
    [
      "what nobody can see",
      { title: `Write${tags} rows` },
      {
        type: "odd-text",
        what: "The text of T02",
        hidden: { count: 3, kinds: ["tag characters"] },
        lookalikes: [],
      },
    ],
    [
      "words that are not what they seem",
      { acceptance: ["p\u0430ypal is paid"] },
      {
        type: "odd-text",
        what: "The text of T02",
        hidden: { count: 0, kinds: [] },
        lookalikes: ["p\u0430ypal"],
      },
    ],
    [
      "somebody who was still thinking",
      { description: "Let me think about quoting first." },
      { type: "context-problem", what: "T02", message: expect.stringContaining('"Let me think"') },
    ],
    [
      "other tasks",
      { description: "Do as T07 does." },
      { type: "context-problem", what: "T02", message: expect.stringMatching(/^mentions T07/) },
    ],
    [
      "pasted files",
      { description: `\`\`\`\n${"let a = 1;\n".repeat(20)}\`\`\`` },
      { type: "context-problem", what: "T02", message: expect.stringContaining("20 lines of code") },
    ],
  ])("names %s", (_, fields, note) => {
    expect(reviewContext(aTask(fields)).notes).toEqual([note]);
  });

  it("tells the task's own words from what its feedback brings in", () => {
    const { notes } = reviewContext(aTask({ description: "Do as T07 does." }), ["T09 broke it."]);
    expect(notes).toMatchObject([
      { type: "context-problem", what: "T02", message: expect.stringMatching(/^mentions T07/) },
      {
        type: "context-problem",
        what: "The feedback on T02",
        message: expect.stringMatching(/^mentions T09/),
      },
      { type: "context-drift", task: "T02", signs: ["contaminated"] },
    ]);
  });

  it("reports growth by more than half since the first attempt", () => {
    const { bytes } = reviewContext(aTask());
    const feedback = (size: number) => [
      `The test of quotes fails ${"again ".repeat(size / 6)}`.slice(0, size),
    ];
    expect(reviewContext(aTask(), feedback(bytes * 0.3)).notes).toEqual([]);
    const [note, ...more] = reviewContext(aTask(), feedback(bytes)).notes;
    expect(note).toMatchObject({ type: "context-drift", signs: ["longer"] });
    expect(note?.type === "context-drift" && note.growth).toBeGreaterThan(99);
    expect(more).toEqual([]);
  });

  it("counts what is hidden in feedback, too", () => {
    const { notes } = reviewContext(aTask(), [`It fails.${tags}`, "\u202eback"]);
    expect(notes[0]).toMatchObject({
      type: "odd-text",
      what: "The feedback on T02",
      hidden: { count: 4, kinds: ["tag characters", "text direction controls"] },
    });
  });

  it("fits the schema of notes, whatever it is given", () => {
    const words = Array.from({ length: 40 }, (_, index) => `p\u0430ypal${index}${"\u0301".repeat(200)}`);
    const { notes } = reviewContext(aTask({ acceptance: words, description: `T99 `.repeat(900) + tags }));
    const validate = createValidator<unknown>(noteSchema);
    for (const note of notes) expect(validate(structuredClone(note))).toMatchObject({ ok: true });
    expect(notes.length).toBeGreaterThan(2);
  });
});

describe("text that is not what it seems", () => {
  it.each([
    "Plain words.\r\nAnd more of them.",
    "Écrire des lignes — «naïve»",
    "Писать строки, 行を書く",
    "👩‍💻 👩🏽‍💻 ❤️‍🔥 🏳️‍🌈 👨‍👩‍👧",
  ])("is not %j", (text) => {
    expect(findOddities(text)).toBeUndefined();
  });

  it("is a joiner outside of an emoji", () => {
    expect(findOddities("pass\u200dword")?.hidden).toEqual({ count: 1, kinds: ["format characters"] });
  });
});

import { describe, expect, it } from "vitest";
import { findOddities } from "../../../core/context/find-oddities.ts";
import { reviewContext } from "../../../core/context/review-context.ts";
import type { BacklogTask } from "../../../core/model/backlog.ts";
import { oddText } from "../../../core/render/notes.ts";

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
      /^Not all of T02 fits into its context: spec: \d+ of 3949 bytes in 1 entry\.$/,
    ],
    [
      "what nobody can see",
      { title: `Write${tags} rows` },
      /^The text of T02 holds 3 tag characters that nobody can see; agents do not get them\.$/,
    ],
    [
      "words that are not what they seem",
      { acceptance: ["p\u0430ypal is paid"] },
      /^The text of T02 holds words that mix or imitate alphabets: `p\u0430ypal` \(U\+0430\); look twice before you approve\.$/,
    ],
    [
      "somebody who was still thinking",
      { description: "Let me think about quoting first." },
      /^T02 holds planning debris: "Let me think"; say what to do, not how it was found\.$/,
    ],
    [
      "other tasks",
      { description: "Do as T07 does." },
      /^T02 names T07, but is about T02; say what is needed of it instead\.$/,
    ],
    [
      "pasted files",
      { description: `\`\`\`\n${"let a = 1;\n".repeat(20)}\`\`\`` },
      /^T02 holds 20 lines of code; name the file and its lines instead\.$/,
    ],
  ])("names %s", (_, fields, note) => {
    expect(reviewContext(aTask(fields)).notes).toEqual([expect.stringMatching(note)]);
  });

  it("tells the task's own words from what its feedback brings in", () => {
    const { notes } = reviewContext(aTask({ description: "Do as T07 does." }), ["T09 broke it."]);
    expect(notes).toEqual([
      "T02 names T07, but is about T02; say what is needed of it instead.",
      "The feedback on T02 names T09, but is about T02; say what is needed of it instead.",
      "The context of T02 drifted since the first attempt: it names other tasks.",
    ]);
  });

  it("reports growth by more than half since the first attempt", () => {
    const { bytes } = reviewContext(aTask());
    const feedback = (size: number) => [
      `The test of quotes fails ${"again ".repeat(size / 6)}`.slice(0, size),
    ];
    expect(reviewContext(aTask(), feedback(bytes * 0.3)).notes).toEqual([]);
    expect(reviewContext(aTask(), feedback(bytes)).notes).toEqual([
      expect.stringMatching(/^The context of T02 drifted since the first attempt: it is 1\d\d % longer\.$/),
    ]);
  });

  it("counts what is hidden in feedback, too", () => {
    const { notes } = reviewContext(aTask(), [`It fails.${tags}`, "\u202eback"]);
    expect(notes[0]).toBe(
      "The feedback on T02 holds 4 characters (tag characters and text direction controls) that nobody can see; agents do not get them.",
    );
  });

  it("stays short, whatever it is given", () => {
    const words = Array.from({ length: 40 }, (_, index) => `p\u0430ypal${index}${"\u0301".repeat(200)}`);
    const { notes } = reviewContext(aTask({ acceptance: words, description: `T99 `.repeat(900) + tags }));
    expect(notes.every((note) => note.length <= 500)).toBe(true);
    expect(notes[0]).toMatch(/and 16 more; look twice/);
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

  it("is said in the singular when it is one", () => {
    const odd = findOddities("one\u{e0041}")!;
    expect(oddText("The issue's text", odd)).toBe(
      "The issue's text holds 1 tag character that nobody can see; agents do not get them.",
    );
  });
});

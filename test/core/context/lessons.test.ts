import { describe, expect, it } from "vitest";
import { readLessons, relevantLessons, updateLessons } from "../../../core/context/lessons.ts";
import type { BacklogTask } from "../../../core/model/backlog.ts";

const task: BacklogTask = {
  id: "T01",
  title: "Quote fields of rows",
  description: "Fields with commas are quoted when rows are written.",
  depends_on: [],
  acceptance: ["A field with a comma is quoted"],
  scope: { files_hint: ["src/rows.ts"] },
};
const file = `# Lessons

- 2026-01-02 (#3 T01): Rows are quoted by writeField, not by whoever calls it.
- 2026-01-03 (#4 T02, used 2026-02): The clock is a parameter everywhere.
Something that a person wrote.
`;
const update = (fields: object = {}) =>
  updateLessons({ markdown: file, lessons: [], tasks: [], issue: 9, day: "2026-11-18", ...fields });
const aLesson = (text: string) => ({ text, task: "T07" as const, at: "2026-11-18T10:00:00Z" });

describe("lessons", () => {
  it("are read by their lines, whatever else stands there", () => {
    expect(readLessons(file)).toEqual([
      {
        added: "2026-01-02",
        from: "#3 T01",
        text: "Rows are quoted by writeField, not by whoever calls it.",
      },
      {
        added: "2026-01-03",
        from: "#4 T02",
        used: "2026-02",
        text: "The clock is a parameter everywhere.",
      },
    ]);
    expect(readLessons("- nothing\n".repeat(10_000))).toEqual([]);
  });

  it("reach the tasks that they share words with", () => {
    expect(relevantLessons(readLessons(file), task).map(({ from }) => from)).toEqual(["#3 T01"]);
    expect(relevantLessons([], task)).toEqual([]);
  });

  it("stay as they are where nothing was learned or of use", () => {
    expect(update()).toBeUndefined();
    expect(update({ lessons: [aLesson("the clock is a parameter everywhere.")] })).toBeUndefined();
  });

  it("are marked with the month in which they were of use", () => {
    const text = update({ tasks: [task] }) ?? "";
    expect(text).toContain("- 2026-01-02 (#3 T01, used 2026-11): Rows are quoted");
    expect(updateLessons({ markdown: text, lessons: [], tasks: [task], issue: 9, day: "2026-11-30" })).toBe(
      undefined,
    );
  });

  it("leave alone what people wrote around them", () => {
    const text = update({ lessons: [aLesson("Look first.")] }) ?? "";
    expect(text).toBe(`# Lessons

- 2026-01-02 (#3 T01): Rows are quoted by writeField, not by whoever calls it.
- 2026-01-03 (#4 T02, used 2026-02): The clock is a parameter everywhere.
- 2026-11-18 (#9 T07): Look first.
Something that a person wrote.
`);
    expect(update({ markdown: "", lessons: [aLesson("Look first.")] })).toMatch(
      /^# Lessons\n\nWhat agents learned .*\n\n- 2026-11-18 \(#9 T07\): Look first\.\n$/,
    );
  });

  it("are fifty at most: the oldest that was never of use goes first", () => {
    const many = Array.from(
      { length: 50 },
      (_, at) => `- 2026-03-${String((at % 28) + 1).padStart(2, "0")} (#${at + 1} T01): Lesson number ${at}.`,
    ).join("\n");
    const old = many.replace("(#1 T01)", "(#1 T01, used 2026-04)");
    const text = updateLessons({
      markdown: old,
      lessons: [aLesson("Look\n  first.")],
      tasks: [],
      issue: 9,
      day: "2026-11-18",
    });
    const found = readLessons(text ?? "");
    expect(found).toHaveLength(50);
    expect(found.at(-1)).toEqual({ added: "2026-11-18", from: "#9 T07", text: "Look first." });
    expect(found[0]?.from).toBe("#1 T01");
    expect(found.some(({ from }) => from === "#29 T01")).toBe(false);
  });
});

import { describe, expect, it } from "vitest";
import { formatBacklog, parseBacklog } from "../../../core/model/parse-backlog.ts";
import { aBacklog } from "../plan/a-backlog.ts";

describe("backlog", () => {
  it("reads back exactly what it wrote", () => {
    const backlog = aBacklog(
      {
        id: "T01",
        title: "yes: no # not a comment",
        description: "Two\nlines, and a - id: trap\n  - id: T99\n",
      },
      {
        id: "T02",
        depends_on: ["T01"],
        scope: { files_hint: ["*.md", "@x", "src/[id]/{a,b}.ts"], estimated_hours: 1.5 },
        context: { constraints: ["no `any`"], gotchas: ["' \" \\ é 🎉"] },
        role: "executor",
      },
    );
    const text = formatBacklog(backlog);
    expect(parseBacklog(text)).toMatchObject({ ok: true, backlog });
    const again = parseBacklog(text);
    expect(again.ok && formatBacklog(again.backlog)).toBe(text);
  });

  it("writes the same text whatever the order of keys and however often a list is shared", () => {
    const files_hint = ["src/a.ts"];
    const first = aBacklog({ id: "T01", scope: { files_hint } }, { id: "T02", scope: { files_hint } });
    const [task] = first.tasks;
    const turned = {
      tasks: [Object.fromEntries(Object.entries(task!).reverse()) as never, first.tasks[1]!],
      version: 1 as const,
    };
    expect(formatBacklog(turned)).toBe(formatBacklog(first));
    expect(formatBacklog(first)).not.toMatch(/[&*]a\d/);
    expect(formatBacklog(first)).toMatch(/^# yaml-language-server: \S+\n# The tasks of this track/);
  });

  it("lets depends_on be left out", () => {
    const text =
      "version: 1\ntasks:\n  - {id: T01, title: a, description: b, acceptance: [c], scope: {files_hint: [d]}}\n";
    expect(parseBacklog(text)).toMatchObject({ ok: true, backlog: { tasks: [{ depends_on: [] }] } });
  });

  it("names all problems with their lines", () => {
    const text =
      "version: 1\ntasks:\n  - id: 7\n    title: ''\n    description: d\n    acceptance: []\n    scope: {files_hint: [a]}\n    dependson: [T01]\n  - nonsense\n";
    const reading = parseBacklog(text);
    expect(reading.ok ? [] : reading.problems).toEqual([
      { path: "tasks[0].id", line: 3, column: 5, message: "should be a text, but is the number 7" },
      { path: "tasks[0].title", line: 4, column: 5, message: "should not be empty" },
      { path: "tasks[0].acceptance", line: 6, column: 5, message: "should have at least 1 entry, but has 0" },
      {
        path: "tasks[0].dependson",
        line: 8,
        column: 5,
        message: 'is not a known key; did you mean "depends_on"?',
      },
      { path: "tasks[1]", line: 9, column: 5, message: 'should be a mapping, but is the text "nonsense"' },
    ]);
  });

  it("says that an empty file is empty", () => {
    expect(parseBacklog(" \n")).toMatchObject({
      ok: false,
      problems: [{ message: expect.stringContaining("is empty") }],
    });
  });

  it("refuses ten thousand tasks, with a bounded number of problems", () => {
    const tasks = Array.from({ length: 10_000 }, () => "  - {id: T01}").join("\n");
    const reading = parseBacklog(`version: 1\ntasks:\n${tasks}\n`);
    const problems = reading.ok ? [] : reading.problems;
    expect(problems.map(({ message }) => message)).toContain(
      "should have at most 1000 entries, but has 10000",
    );
    expect(problems.length).toBeLessThanOrEqual(101);
  });
});

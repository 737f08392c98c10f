import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { addPhase, putIssue, renamePhase, setDue, takeIssue } from "../../../core/backlog/edit-roadmap.ts";
import { dueOf, formatRoadmap, issuesOf, parseRoadmap, type Roadmap } from "../../../core/backlog/roadmap.ts";

const text = `# Roadmap

What comes next.

## v1.0: Planning

Due: 2026-12-01

Plans that people want to approve.

- #12 Export as CSV
- [x] #13 Import
  with more words
- talk to people

\`\`\`
## not a phase
- #99
\`\`\`

## v1.1 ##

<!--
- #98 hidden
-->
* #14
`;

function parsed(markdown: string): Roadmap {
  const reading = parseRoadmap(markdown);
  if (!reading.ok) throw new Error(JSON.stringify(reading.problems));
  return reading.roadmap;
}

function problems(markdown: string): string[] {
  const reading = parseRoadmap(markdown);
  return reading.ok ? [] : reading.problems.map(({ line, message }) => `${line}: ${message}`);
}

describe("a roadmap", () => {
  it("has phases with dates and issues, and keeps every other line", () => {
    const roadmap = parsed(text);
    expect(roadmap.phases.map((phase) => [phase.title, dueOf(phase), issuesOf(phase)])).toEqual([
      ["v1.0: Planning", "2026-12-01", [12, 13]],
      ["v1.1", undefined, [14]],
    ]);
    expect(formatRoadmap(roadmap)).toBe(text);
    expect(formatRoadmap(parsed(text.replaceAll("\n", "\r\n")))).toBe(text);
  });

  it("of this project can be read", () => {
    const own = readFileSync(new URL("../../../specs/ROADMAP.md", import.meta.url), "utf8");
    expect(parsed(own).phases.length).toBeGreaterThan(2);
  });

  it("names the line of each mistake", () => {
    expect(problems("## A\n- #1\n- #2\n## B\n- #1\n")).toEqual([
      '5: names #1 again, which line 2 has in "A"; an issue has one milestone, so keep one of them',
    ]);
    expect(problems("## A\n## a\n")).toEqual([
      "2: repeats the phase of line 1; a milestone's name can be used once",
    ]);
    expect(problems("## A\nDue: soon\n")).toEqual([
      '2: has "soon" where a date belongs; write it as 2026-12-01',
    ]);
    expect(problems("## A\nDue: 2026-02-30\n")[0]).toMatch(/^2: has "2026-02-30"/);
    expect(problems("## A\nDue: 2026-12-01\nDue: 2026-12-02\n")[0]).toMatch(/^3: is a second date/);
    expect(problems(`## ${"x".repeat(201)}\n`)[0]).toMatch(/^1: has a name of more than 200/);
    expect(problems("## v1\u200b\n")[0]).toMatch(/nobody can see/);
  });

  it("is bounded", () => {
    expect(problems("x".repeat(200_001))[0]).toMatch(/^1: has more than 200000 characters/);
    expect(problems(Array.from({ length: 101 }, (_, at) => `## ${at}`).join("\n"))[0]).toMatch(
      /^101: is more than 100 phases/,
    );
    const many = Array.from({ length: 501 }, (_, at) => `- #${at + 1}`).join("\n");
    expect(problems(`## A\n${many}`)[0]).toMatch(/^502: is more than 500 issues/);
  });

  it.each([
    "`".repeat(9_999),
    `## ${" ".repeat(99_999)}x`,
    `## ${"#".repeat(99_999)}x`,
    `Due:${" ".repeat(99_999)}x`,
    "<!--".repeat(20_000),
  ])("reads hostile lines without being held up: %#", (line) => {
    const reading = parseRoadmap(`## A\n${line}\n- #1\n`);
    if (reading.ok) expect(formatRoadmap(reading.roadmap)).toBe(`## A\n${line}\n- #1\n`);
    else expect(reading.problems.length).toBeGreaterThan(0);
  });
});

describe("an edit of the roadmap", () => {
  it("changes its own lines and no other", () => {
    let roadmap = parsed(text);
    roadmap = putIssue(roadmap, "v1.0: Planning", { number: 20, title: "New\n## thing" });
    roadmap = putIssue(roadmap, "v1.1", { number: 13, title: "unused" });
    roadmap = takeIssue(roadmap, 14);
    roadmap = setDue(roadmap, "v1.0: Planning", "2027-01-01");
    roadmap = renamePhase(roadmap, "v1.1", "v1.2");
    roadmap = addPhase(roadmap, "v2.0");
    roadmap = setDue(roadmap, "v2.0", "2027-06-01");
    roadmap = putIssue(roadmap, "v2.0", { number: 30, title: "Far" });
    const changed = formatRoadmap(roadmap);
    expect(parsed(changed).phases.map((phase) => [phase.title, dueOf(phase), issuesOf(phase)])).toEqual([
      ["v1.0: Planning", "2027-01-01", [12, 20]],
      ["v1.2", undefined, [13]],
      ["v2.0", "2027-06-01", [30]],
    ]);
    expect(changed).toContain("- #20 New ## thing");
    expect(changed).toContain("- [x] #13 Import\n");
    for (const line of ["Plans that people want to approve.", "- talk to people", "- #99", "- #98 hidden"])
      expect(changed).toContain(line);
  });
});

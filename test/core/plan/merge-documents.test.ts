import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { checkDocument } from "../../../core/plan/check-document.ts";
import { mergeDocuments } from "../../../core/plan/merge-documents.ts";
import { recogniseSection } from "../../../core/plan/plan-sections.ts";
import { formatMarkdown, parseDocument } from "../../../core/text/markdown.ts";
import { createChance } from "../../builders/random.ts";
import { aRandomDocument } from "../../builders/random-markdown.ts";
import { aRandomText } from "../../builders/random-text.ts";
import { rounds } from "../../builders/rounds.ts";
import { aTask } from "./a-backlog.ts";

const spec = `---
author: planner
---
# CSV export

Why we want it.

## Requirements
- Export all rows
- Export the *header*

<script>alert(1)</script>

## Glossary
A row is a <b>line</b>, see [here][1].

[1]: https://example.com/rows
`;
const arch = `# Architecture
## 2. Design
Stream it.
### API
- \`exportCsv(rows)\`
## requirements
- export all rows!
- Use little memory
`;
const qa = `# Test Plan
## Unit
- rows
## Acceptance Criteria:
- [ ] opens in a spreadsheet
## Edge cases
- empty table
`;
const plan = () => mergeDocuments({ spec, arch, qa }, { title: "CSV export" });
const merged = () => plan().text;
const merge = (documents: { spec?: string; arch?: string; qa?: string }, title = "x") =>
  mergeDocuments({ spec: "", arch: "", qa: "", ...documents }, { title });

function section(name: string): string {
  return (
    merged()
      .split(/^## /m)
      .find((text) => text.startsWith(`${name}\n`)) ?? ""
  );
}

describe("merging the planners' documents", () => {
  it("brings together what each says under one heading, each item once", () => {
    expect(section("Requirements")).toBe(
      "Requirements\n\n- Export all rows\n- Export the _header_\n- Use little memory\n\n",
    );
  });

  it("knows sections by other names, numbers, case and below other headings", () => {
    expect(section("Design")).toContain("Stream it.");
    expect(section("API")).toContain("- `exportCsv(rows)`");
    expect(section("Acceptance criteria")).toContain("- [ ] opens in a spreadsheet");
    expect(section("Risks")).toContain("- empty table");
    expect(section("Test plan")).toContain("### Unit\n\n- rows");
  });

  it("keeps what it does not know under notes, with its source", () => {
    expect(section("Notes")).toContain("### Glossary (SPEC.md)");
    expect(section("Notes")).toContain("[here](https://example.com/rows)");
  });

  it("drops HTML and front matter", () => {
    expect(merged()).not.toMatch(/<script|<b>|alert|author: planner/);
  });

  it("always gives the same text, in a fixed order", () => {
    expect(merged()).toBe(merged());
    const order = [...merged().matchAll(/^## (.*)$/gm)].map(([, name]) => name);
    expect(order).toEqual([
      "Why",
      "Requirements",
      "Acceptance criteria",
      "Design",
      "API",
      "Test plan",
      "Risks",
      "Notes",
    ]);
  });

  it("gives each heading of the shipped planners a place, and their opening words too", () => {
    const prompts = readFileSync("agents/planner.md", "utf8");
    const headings = [...prompts.matchAll(/`## ([^`<]+)`/g)].map(([, name = ""]) => name);
    expect(headings).toEqual(
      expect.arrayContaining(["Scenarios", "Decisions", "Commands", "Open questions"]),
    );
    expect(headings.filter((name) => recogniseSection(name) === undefined)).toEqual([]);
    const opening = (title: string) => `# ${title}\n\nFirst words of ${title}.\n`;
    const { text } = merge({
      spec: opening("Export"),
      arch: opening("Approach to it"),
      qa: opening("Proof"),
    });
    expect(text).toContain("## Why\n\nFirst words of Export.");
    expect(text).toContain("## Design\n\nFirst words of Approach to it.");
    expect(text).toContain("## Test plan\n\nFirst words of Proof.");
    expect(text).not.toContain("## Notes");
  });

  it.each([
    "# RISKS",
    "###### risks",
    "## 3. Risks",
    "### 2.1.4 Risks:",
    "## IV. Risks",
    "## b) **Risks**",
    "## Section 7 – Risks",
    "## The risks (open)",
    "⚠️ Risks\n---",
  ])("knows %j whatever its level, number or case", (heading) => {
    expect(merge({ arch: `${heading}\n\n- It may rain.\n` })).toMatchObject({ risks: ["It may rain."] });
  });

  it("says which sections are missing, in the plan itself too", () => {
    const found = merge({ spec: "## Requirements\n\n1. It works.\n", arch: "# A\n\nb\n", qa: "## Risks\n" });
    expect(found.missing).toEqual([
      { file: "SPEC.md", section: "Scenarios" },
      { file: "ARCH.md", section: "Design" },
      { file: "ARCH.md", section: "Risks" },
      { file: "QA.md", section: "Test plan" },
    ]);
    expect(found.text).toContain("## Risks\n\n_Missing: ARCH.md has no such section._");
    expect(plan().missing).toEqual([]);
  });

  it("names each step once, however planners number them", () => {
    const { text } = merge({
      arch: "## Steps\n\n1. Write rows\n2. Add the flag\n",
      qa: "## Implementation plan\n\n- Step 1: write rows.\n- 2) Test it\n",
    });
    expect(text.split("## Steps\n\n")[1]).toBe("1. Write rows\n2. Add the flag\n\n- 2) Test it\n");
  });

  it("makes the steps from the backlog where the planners name none", () => {
    const tasks = [
      aTask({ id: "T02", title: "Add\nthe flag", depends_on: ["T01"] }),
      aTask({ id: "T01", title: "Write rows" }),
    ];
    const { text } = mergeDocuments({ spec, arch, qa }, { title: "x", tasks });
    expect(text).toContain("## Steps\n\n1. T01: Write rows\n2. T02: Add the flag (after T01)\n");
    const circle = [aTask({ id: "T01", depends_on: ["T02"] }), aTask({ id: "T02", depends_on: ["T01"] })];
    expect(mergeDocuments({ spec, arch, qa }, { title: "x", tasks: circle }).text).toContain("1. T01: ");
  });

  it("lists what is not part of it", () => {
    const document = "## Out of scope\n\n- Writing to a file\n- XLSX\n\n## Non-goals\n\nNone.\n";
    expect(merge({ spec: document }).outside).toEqual(["Writing to a file", "XLSX"]);
  });

  it("lists risks and open questions for those who do not open the files, without what says that there are none", () => {
    const risks =
      "## Risks\n\nIt *may* be slow.\n\n- A\n  b\n- A b\n\n| risk | answer |\n|---|---|\n| Rain | Roof |\n";
    expect(merge({ arch: risks, spec: "## Open questions\n\nNone.\n" })).toMatchObject({
      risks: ["It may be slow.", "A b", "Rain: Roof"],
      questions: [],
    });
    expect(merge({ spec: "## Open Questions\n\n- CRLF, since RFC 4180 says so\n" }).questions).toEqual([
      "CRLF, since RFC 4180 says so",
    ]);
  });

  it("keeps spec changes whole, even below headings that it knows", () => {
    const changes = "## Spec changes\n\n### Capability: export\n\n#### Added: Design\n\nWHEN a THEN b\n";
    const { text } = merge({ spec: changes });
    expect(text).toContain("## Spec changes\n\n### Capability: export\n\n#### Added: Design");
  });

  it("keeps footnotes of the same name apart", () => {
    const note = (text: string) => `## Design\nSee[^1].\n\n[^1]: ${text}\n`;
    const { text } = merge({ spec: note("one"), arch: note("two") });
    expect(text).toContain("[^spec-1]: one");
    expect(text).toContain("[^arch-1]: two");
  });

  it("writes a title of any shape as one heading", () => {
    const { text } = merge({}, "a\n# b <b>");
    expect(text.split("\n")[0]).toMatch(/^# Plan: a # b/);
    expect(text).not.toMatch(/^# b/m);
  });
});

describe("checking a planner's document", () => {
  it("accepts an ordinary one", () => {
    expect([checkDocument("spec", spec), checkDocument("arch", arch), checkDocument("qa", qa)]).toEqual([
      [],
      [],
      [],
    ]);
  });

  it.each([
    ["", "is empty"],
    [" \n\t\n", "is empty"],
    ["Just words.", "has no heading"],
    ["# Title\n\n## Only headings\n", "has no text below its headings"],
    ["# a\n\n<!-- all hidden -->", "has no text below its headings"],
    [`# a\n\n${"é".repeat(40_000)}`, "is 80005 bytes long"],
    [`# a\n\n${"]".repeat(50_000)}`, "more than 2,000 brackets"],
    ["# a\nb\n".repeat(10_000).slice(0, 59_000), "headings; the limit is 500"],
  ])("refuses %j", (text, message) => {
    expect(
      checkDocument("qa", text)
        .map((problem) => problem.message)
        .join(),
    ).toContain(message);
  });

  it("refuses spec changes that could not be folded later, with their line", () => {
    expect(checkDocument("spec", "# a\n\nb\n\n## Spec changes\n\n### Capability: ../x\n")).toMatchObject([
      { path: "SPEC.md", line: 7, message: expect.stringContaining("lower-case letters") },
    ]);
  });

  it("is written the same once more when it is read, whatever the documents are", () => {
    const chance = createChance(9);
    for (let round = 0; round < rounds(800); round += 1) {
      const [spec, arch, qa] = [aRandomDocument(chance), aRandomDocument(chance), aRandomDocument(chance)];
      const { text: plan } = merge({ spec, arch, qa }, aRandomText(chance));
      expect({ spec, arch, qa, again: formatMarkdown(parseDocument(plan)) }).toEqual({
        spec,
        arch,
        qa,
        again: plan,
      });
    }
  });
});

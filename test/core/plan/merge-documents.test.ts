import { describe, expect, it } from "vitest";
import { checkDocument } from "../../../core/plan/check-document.ts";
import { mergeDocuments } from "../../../core/plan/merge-documents.ts";
import { formatMarkdown, parseDocument } from "../../../core/text/markdown.ts";
import { createChance } from "../../builders/random.ts";
import { aRandomDocument } from "../../builders/random-markdown.ts";
import { aRandomText } from "../../builders/random-text.ts";
import { rounds } from "../../builders/rounds.ts";

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
const merged = () => mergeDocuments({ title: "CSV export", spec, arch, qa });

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
    expect(section("Notes")).toContain("### CSV export (SPEC.md)\n\nWhy we want it.");
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
      "Requirements",
      "Acceptance criteria",
      "Design",
      "API",
      "Test plan",
      "Risks",
      "Notes",
    ]);
  });

  it("keeps spec changes whole, even below headings that it knows", () => {
    const changes = "## Spec changes\n\n### Capability: export\n\n#### Added: Design\n\nWHEN a THEN b\n";
    const text = mergeDocuments({ title: "x", spec: changes, arch: "", qa: "" });
    expect(text).toContain("## Spec changes\n\n### Capability: export\n\n#### Added: Design");
  });

  it("keeps footnotes of the same name apart", () => {
    const note = (text: string) => `## Design\nSee[^1].\n\n[^1]: ${text}\n`;
    const text = mergeDocuments({ title: "x", spec: note("one"), arch: note("two"), qa: "" });
    expect(text).toContain("[^spec-1]: one");
    expect(text).toContain("[^arch-1]: two");
  });

  it("writes a title of any shape as one heading", () => {
    const text = mergeDocuments({ title: "a\n# b <b>", spec: "", arch: "", qa: "" });
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
      const plan = mergeDocuments({ title: aRandomText(chance), spec, arch, qa });
      expect({ spec, arch, qa, again: formatMarkdown(parseDocument(plan)) }).toEqual({
        spec,
        arch,
        qa,
        again: plan,
      });
    }
  });
});

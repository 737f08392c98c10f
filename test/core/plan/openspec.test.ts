import { describe, expect, it } from "vitest";
import { checkSpecChanges, type Surroundings } from "../../../core/plan/check-spec-changes.ts";
import { foldSpec } from "../../../core/plan/fold-specs.ts";
import { openspecChange } from "../../../core/plan/openspec-change.ts";
import { readOpenspecDeltas } from "../../../core/plan/openspec-deltas.ts";
import { readSpecDeltas } from "../../../core/plan/spec-deltas.ts";
import { unfoldSpec } from "../../../core/plan/unfold-specs.ts";

const current = `# reports Specification

## Purpose

Tells people what they did, in the form that they ask for.

## Requirements

### Requirement: Totals

Reports SHALL end with a total.

#### Scenario: Two entries

- **WHEN** two entries are reported
- **THEN** the last line is their total

## Notes

Kept   as it is.
`;

const spec = `# CSV

## Spec changes

### Capability: reports

#### Added: CSV export

Reports SHALL be written as CSV when asked.

- WHEN \`--csv\` is given
- THEN each row is one line

#### Modified: Totals

Reports MUST end with a total of hours.

##### Scenario: Two entries

- WHEN two entries are reported
- THEN the last line is their total
`;
const { deltas } = readSpecDeltas(spec);
const anOpenspec = { capability: "reports", layout: "openspec" as const, purpose: "" };

function folded(): string {
  const folding = foldSpec(current, anOpenspec, deltas);
  if (!folding.ok) throw new Error(JSON.stringify(folding.problems));
  return folding.text;
}

describe("a spec in OpenSpec's form", () => {
  it("gets requirements below its requirements, with scenarios, and keeps the rest to the letter", () => {
    expect(folded()).toBe(`# reports Specification

## Purpose

Tells people what they did, in the form that they ask for.

## Requirements

### Requirement: Totals

Reports MUST end with a total of hours.

#### Scenario: Two entries

- WHEN two entries are reported
- THEN the last line is their total

### Requirement: CSV export

Reports SHALL be written as CSV when asked.

#### Scenario: CSV export

- WHEN \`--csv\` is given
- THEN each row is one line

## Notes

Kept   as it is.
`);
  });

  it("is as it was once all of it is taken back", () => {
    const plan = { layout: "openspec" as const, deltas, tasks: [], stays: [] };
    const result = unfoldSpec(plan, { capability: "reports", now: folded(), before: current });
    expect(result.path).toBe("openspec/specs/reports/spec.md");
    expect(result.taken).toEqual(["CSV export"]);
    expect(result.restored).toEqual(["Totals"]);
    expect(result.text?.replaceAll(/\n+/g, "\n")).toBe(current.replaceAll(/\n+/g, "\n"));
  });

  it("asks for what OpenSpec's validator asks for, with lines", () => {
    const bad = readSpecDeltas(
      "## Spec changes\n### Capability: new\n#### Added: A\n- WHEN a\n- THEN b\n#### Added: B\nIt MUST be.\n##### Scenario: Empty\n##### Scenario: x\nWHEN a THEN b\n",
    );
    const folding = foldSpec(undefined, { ...anOpenspec, capability: "new" }, bad.deltas);
    expect(folding.ok ? [] : folding.problems.map(({ line, message }) => `${line}: ${message}`)).toEqual([
      '3: "new" is new: say below its heading in 50 characters or more what it is for, as OpenSpec asks',
      "3: should say in a sentence with SHALL or MUST what holds, before GIVEN, WHEN and THEN: OpenSpec asks for it",
      '6: has nothing below "Empty"; OpenSpec asks for one',
    ]);
  });
});

describe("a change of OpenSpec's", () => {
  it("is read by the requirements that it names, also in lists", () => {
    const text =
      "## ADDED Requirements\n### Requirement: A\nx SHALL y\n## REMOVED Requirements\n- `### Requirement: B`\n## RENAMED Requirements\n- FROM: `### Requirement: C`\n- TO: `### Requirement: D`\n## Notes\n### Requirement: E\n";
    expect(readOpenspecDeltas(text).map(({ type, title }) => `${type} ${title}`)).toEqual([
      "added A",
      "removed B",
      "removed C",
      "removed D",
    ]);
  });

  it("is what a finished plan becomes", () => {
    const files = openspecChange({
      name: "42-csv",
      title: "CSV",
      day: "2026-11-18",
      documents: { "SPEC.md": "# CSV\n\nPeople want CSV.\n", "ARCH.md": "# How\n" },
      tasks: [
        {
          id: "T01",
          title: "Write",
          description: "d",
          acceptance: ["a"],
          depends_on: [],
          scope: { files_hint: ["a"] },
        },
      ],
      deltas: [...deltas, { capability: "old", type: "removed", title: "X", body: "", line: 9 }],
      purposes: {},
    });
    expect(files.map(({ path }) => path.replace("openspec/changes/archive/2026-11-18-42-csv/", ""))).toEqual([
      ".openspec.yaml",
      "proposal.md",
      "tasks.md",
      "design.md",
      "specs/reports/spec.md",
      "specs/old/spec.md",
    ]);
    expect(files[1]?.text).toContain("## Why\n\nPeople want CSV.");
    expect(files[2]?.text).toBe("## 1. Tasks\n\n- [x] 1.1 Write (T01)\n");
    expect(files[4]?.text).toMatch(/^## ADDED Requirements\n\n### Requirement: CSV export\n/);
    expect(files[5]?.text).toContain("**Reason**: Not needed any more.");
  });
});

describe("spec changes", () => {
  const around: Surroundings = {
    layout: "openspec",
    texts: { "openspec/specs/reports/spec.md": current },
    tracks: [],
    changes: [],
  };

  it("that fit say by name what they change", () => {
    expect(checkSpecChanges(spec, around)).toEqual({
      deltas: [
        { capability: "reports", type: "added", title: "CSV export" },
        { capability: "reports", type: "modified", title: "Totals" },
      ],
      problems: [],
      meetings: [],
    });
  });

  it("that do not fit say so with their line", () => {
    const { problems } = checkSpecChanges(spec, {
      ...around,
      texts: { "openspec/specs/reports/spec.md": folded() },
    });
    expect(problems).toEqual([
      {
        path: "SPEC.md",
        line: 7,
        message: '"CSV export" is already in openspec/specs/reports/spec.md; use Modified',
      },
    ]);
  });

  it("are told whom they meet: other tracks, and changes of OpenSpec's", () => {
    const { meetings } = checkSpecChanges(spec, {
      ...around,
      tracks: [{ issue: 43, deltas: [{ capability: "reports", type: "added", title: "csv  EXPORT" }] }],
      changes: [
        { name: "hours", capability: "reports", text: "## MODIFIED Requirements\n### Requirement: Totals\n" },
        { name: "other", capability: "reports", text: "## MODIFIED Requirements\n### Requirement: Else\n" },
      ],
    });
    expect(meetings).toEqual([
      { capability: "reports", title: "CSV export", other: "#43", type: "added" },
      { capability: "reports", title: "Totals", other: "openspec/changes/hours", type: "modified" },
    ]);
  });

  it("cannot be of folders that hold plans, nor too many", () => {
    const reserved = readSpecDeltas("## Spec changes\n### Capability: archive\n#### Removed: A\n");
    expect(reserved.problems[0]?.message).toBe("should name another capability: specs/archive holds plans");
    const many = Array.from({ length: 101 }, (_, at) => `#### Removed: R${at}`).join("\n");
    const { problems } = readSpecDeltas(`## Spec changes\n### Capability: a\n${many}\n`);
    expect(problems.map(({ message }) => message)).toEqual([
      "changes 101 requirements; the limit is 100: split the issue",
    ]);
  });
});

import { describe, expect, it } from "vitest";
import { foldSpec } from "../../../core/plan/fold-specs.ts";
import { readSpecDeltas, type SpecDelta } from "../../../core/plan/spec-deltas.ts";

const spec = `# Track

## Spec changes

### Capability: export

#### Added: Export all rows

GIVEN a table
WHEN it is exported
THEN every row is a line

#### Modified: Name of the file

WHEN it is exported THEN it is called \`x.csv\`

#### Removed: Old format

### Capability: import

#### Added: Read rows
WHEN read THEN rows

## Notes
#### Added: not a change
`;

const current = `# export

What export does.

## Name of the file

WHEN exported THEN \`y.csv\`

\`\`\`
## not a heading
\`\`\`

## Old format

WHEN x THEN y

## Kept  as it is

- odd   spacing *stays*
`;

const aDelta = (fields: Partial<SpecDelta>): SpecDelta => ({
  capability: "export",
  type: "added",
  title: "T",
  body: "WHEN a THEN b",
  line: 1,
  ...fields,
});

const anOwn = (capability: string) => ({ capability, layout: "own" as const, purpose: "" });

function problemsOf(markdown: string): string[] {
  return readSpecDeltas(markdown).problems.map(({ line, message }) => `${line}: ${message}`);
}

describe("spec changes", () => {
  it("are read from their section only", () => {
    const { deltas, problems } = readSpecDeltas(spec);
    expect(problems).toEqual([]);
    expect(deltas.map(({ capability, type, title }) => `${capability} ${type} ${title}`)).toEqual([
      "export added Export all rows",
      "export modified Name of the file",
      "export removed Old format",
      "import added Read rows",
    ]);
  });

  it("are none in a document without that section", () => {
    expect(readSpecDeltas("# Track\n\n### Capability: x\n")).toEqual({
      deltas: [],
      purposes: {},
      problems: [],
    });
  });

  it("are refused when they cannot be understood, all at once, with their lines", () => {
    const text =
      "## Spec changes\n#### Added: a\nWHEN THEN\n### Something\n### Capability: ../etc\n### Capability: x\n#### Changed: b\n#### Added: c\nno scenario\n#### Removed: d\n#### Removed: D\n";
    expect(problemsOf(text)).toEqual([
      "2: needs a valid `### Capability: <name>` above it",
      "4: should be `### Capability: <name>`",
      "5: should name a capability in lower-case letters, digits and dashes (at most 64)",
      "7: should be `#### Added: <requirement>`, or Modified, or Removed",
      "8: should say GIVEN (if needed), WHEN and THEN below its title",
      '11: "D" is changed twice; say it once',
    ]);
  });
});

describe("folding spec changes", () => {
  it("adds, replaces and removes requirements and leaves the rest to the letter", () => {
    const { deltas } = readSpecDeltas(spec);
    expect(foldSpec(current, anOwn("export"), deltas)).toEqual({
      ok: true,
      text: `# export

What export does.

## Name of the file

WHEN it is exported THEN it is called \`x.csv\`

## Kept  as it is

- odd   spacing *stays*

## Export all rows

GIVEN a table
WHEN it is exported
THEN every row is a line
`,
    });
  });

  it("begins a new file for a new capability", () => {
    expect(foldSpec(undefined, anOwn("import"), readSpecDeltas(spec).deltas)).toEqual({
      ok: true,
      text: "# import\n\n## Read rows\n\nWHEN read THEN rows\n",
    });
  });

  it("refuses to add what is there, and to modify or remove what is not", () => {
    const folding = foldSpec(current, anOwn("export"), [
      aDelta({ title: "old FORMAT" }),
      aDelta({ type: "modified", title: "Nothing" }),
      aDelta({ type: "removed", title: "not a heading" }),
    ]);
    expect(folding.ok ? [] : folding.problems.map(({ message }) => message)).toEqual([
      '"old FORMAT" is already in specs/export/spec.md; use Modified',
      '"Nothing" is not in specs/export/spec.md; use Added',
      '"not a heading" is not in specs/export/spec.md; remove this entry',
    ]);
  });

  it.each(["```\nWHEN THEN", "<!-- WHEN THEN", "WHEN THEN\n\n## Old format 2"])(
    "refuses a requirement that would swallow or forge another: %j",
    (body) => {
      const folding = foldSpec(undefined, anOwn("export"), [
        aDelta({ title: "A", body }),
        aDelta({ title: "B" }),
      ]);
      expect(folding.ok).toBe(false);
    },
  );
});

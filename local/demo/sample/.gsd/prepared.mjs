const brings = { T01: ["R1"], T02: ["R1", "R2"], T03: ["R1"], T04: ["R3"], T05: ["R3"], T06: ["R3", "R4"] };

const task = (id, title, depends_on, files_hint, description, acceptance, estimated_hours) => ({
  id,
  title,
  description,
  depends_on,
  acceptance,
  requirements: brings[id],
  scope: { files_hint, estimated_hours },
});

export const backlog = {
  version: 1,
  tasks: [
    task(
      "T01",
      "Turn a report into rows",
      [],
      ["src/rows.js", "test/rows.test.js"],
      "A report becomes a header and rows of plain strings, which every format starts from.",
      ["rows() gives a header and one row per category"],
      1,
    ),
    task(
      "T02",
      "Write rows as CSV",
      ["T01"],
      ["src/csv.js", "test/csv.test.js"],
      "RFC 4180: commas, quotes and line breaks are quoted, quotes doubled, lines end with CRLF.",
      ["toCsv() quotes what has to be quoted"],
      2,
    ),
    task(
      "T03",
      "Write rows as Markdown",
      ["T01"],
      ["src/markdown.js", "test/markdown.test.js"],
      "A table that GitHub renders; pipes are escaped.",
      ["toMarkdown() gives a table with escaped pipes"],
      1,
    ),
    task(
      "T04",
      "Choose the format by name",
      ["T02", "T03"],
      ["src/export.js", "test/export.test.js"],
      "One function that takes a format's name; an unknown name is refused with the known ones.",
      ["Formats by name: exportReport() refuses an unknown one"],
      1,
    ),
    task(
      "T05",
      "Document the formats",
      ["T04"],
      ["docs/export.md"],
      "One page with an example of each format.",
      ["docs/export.md shows each format once"],
      1,
    ),
    task(
      "T06",
      "Add --format to the command line",
      ["T04"],
      ["src/cli.js", "test/cli.test.js"],
      "`--format csv` prints the export; without it the output stays as it is.",
      ["--format csv prints CSV", "without --format nothing changes"],
      2,
    ),
  ],
};

const testHead = `import assert from "node:assert/strict";\nimport { test } from "node:test";\n`;

export const files = {
  T01: {
    "src/rows.js": `/** A report as a header and rows of strings. */
export function rows(report) {
  return [["category", "total"], ...report.map(({ category, total }) => [category, String(total)])];
}
`,
    "test/rows.test.js": `${testHead}import { rows } from "../src/rows.js";

test("gives a header and one row per category", () => {
  assert.deepEqual(rows([{ category: "tea", total: 7 }]), [["category", "total"], ["tea", "7"]]);
});
`,
  },
  T02: {
    "src/csv.js": `import { rows } from "./rows.js";

/** A report as CSV by RFC 4180. */
export function toCsv(report) {
  return rows(report).map((row) => row.map(quote).join(",")).join("\\r\\n").concat("\\r\\n");
}

function quote(field) {
  return /[",\\r\\n]/.test(field) ? \`"\${field.replaceAll('"', '""')}"\` : field;
}
`,
    "test/csv.test.js": `${testHead}import { toCsv } from "../src/csv.js";

test("quotes what has to be quoted", () => {
  assert.equal(toCsv([{ category: 'tea, "green"', total: 7 }]), 'category,total\\r\\n"tea, ""green""",7\\r\\n');
});
`,
  },
  T03: {
    "src/markdown.js": `import { rows } from "./rows.js";

/** A report as a Markdown table. */
export function toMarkdown(report) {
  const [header, ...body] = rows(report).map((row) => \`| \${row.map(escape).join(" | ")} |\`);
  return [header, "|---|---|", ...body, ""].join("\\n");
}

function escape(field) {
  return field.replaceAll("|", "\\\\|");
}
`,
    "test/markdown.test.js": `${testHead}import { toMarkdown } from "../src/markdown.js";

test("escapes pipes", () => {
  assert.equal(toMarkdown([{ category: "a|b", total: 1 }]), "| category | total |\\n|---|---|\\n| a\\\\|b | 1 |\\n");
});
`,
  },
  T04: {
    "src/export.js": `import { toCsv } from "./csv.js";
import { toMarkdown } from "./markdown.js";

const formats = { csv: toCsv, markdown: toMarkdown };

/** A report in the format of that name. */
export function exportReport(report, format) {
  if (!Object.hasOwn(formats, format)) {
    throw new Error(\`Unknown format "\${format}"; there are \${Object.keys(formats).join(", ")}.\`);
  }
  return formats[format](report);
}
`,
    "test/export.test.js": `${testHead}import { exportReport } from "../src/export.js";

test("refuses an unknown format and names the known ones", () => {
  assert.throws(() => exportReport([], "toString"), /there are csv, markdown/);
});

test("exports by name", () => {
  assert.match(exportReport([{ category: "tea", total: 7 }], "csv"), /tea,7/);
});
`,
  },
  T05: {
    "docs/export.md": `# Exporting a report

\`exportReport(report, format)\` knows two formats.

| format | example |
|---|---|
| \`csv\` | \`tea,7\` |
| \`markdown\` | \`tea\` and \`7\` in a table |
`,
  },
  T06: {
    "src/cli.js": `import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { exportReport } from "./export.js";
import { report } from "./report.js";

const { values, positionals } = parseArgs({ options: { format: { type: "string" } }, allowPositionals: true });
const totals = report(JSON.parse(readFileSync(positionals[0], "utf8")));
if (values.format) process.stdout.write(exportReport(totals, values.format));
else for (const { category, total } of totals) console.log(\`\${category}: \${total}\`);
`,
    "test/cli.test.js": `${testHead}import { execFileSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const file = join(mkdtempSync(join(tmpdir(), "tally-")), "entries.json");
writeFileSync(file, JSON.stringify([{ category: "tea", amount: 7 }]));
const cli = (...args) => execFileSync(process.execPath, ["src/cli.js", file, ...args], { encoding: "utf8" });

test("prints CSV when asked", () => assert.equal(cli("--format", "csv"), "category,total\\r\\ntea,7\\r\\n"));
test("prints as before without --format", () => assert.equal(cli(), "tea: 7\\n"));
`,
  },
};

export const answers = {
  spec: {
    document: `# Export: what it does

Reports end up in spreadsheets and issues, and people copy them there by hand.

## Requirements

1. A report SHALL be available as CSV and as a Markdown table.
2. CSV SHALL follow RFC 4180, so that every spreadsheet opens it.
3. The format SHALL be chosen by its name, in code and on the command line; an unknown name is refused with the known ones.
4. Without a format the command line SHALL print what it printed before.

## Scenarios

- GIVEN a category with a comma WHEN it is exported as CSV THEN the field is quoted
- GIVEN a category with a pipe WHEN it is exported as Markdown THEN the pipe is escaped
- GIVEN an unknown format WHEN it is asked for THEN it is refused, and the known ones are named
- GIVEN no format WHEN the command line runs THEN its output is the same as before

## Out of scope

- Writing to a file: the output goes where it went before, and a shell can redirect it.

## Open questions

- Line ends in CSV: CRLF, since RFC 4180 says so and spreadsheets expect it.
- The name of the flag: \`--format\`, as the issue has it; there is no short form.

## Spec changes

### Capability: export

#### Added: Formats by name

- GIVEN a report
- WHEN it is exported as \`csv\` or \`markdown\`
- THEN it comes in that format
- WHEN another name is given
- THEN it is refused, and the known names are listed
`,
  },
  arch: {
    document: `# Export: how it is built

One module turns a report into rows of strings; each format is a small function on top of it.

## Components

- \`src/rows.js\` (new): a report as a header and rows of strings.
- \`src/csv.js\`, \`src/markdown.js\` (new): one format each, on top of the rows.
- \`src/export.js\` (new): maps names to formats; the only thing that the command line knows.
- \`src/cli.js\`: reads \`--format\`.

## Interfaces

- \`rows(report): string[][]\`, the header first.
- \`exportReport(report, format): string\`; throws an error that lists the formats for an unknown name.

## Decisions

- No CSV library: quoting is ten lines, and the package has no dependencies so far.
- Formats are functions in a table rather than classes: adding one is one line.

## Risks

- Quoting in CSV is easy to get wrong: fields with quotes, commas and line breaks have tests of their own.
- A name such as \`toString\` could be found on the prototype of the format table: only own keys count.
- The old output could change by accident: a test compares it without \`--format\`.
`,
  },
  qa: {
    document: `# Export: how it is tested

Each format is tested as a function, and the command line as a process.

## Tests

- \`test/rows.test.js\`, \`test/csv.test.js\`, \`test/markdown.test.js\`: one for each scenario of a format.
- \`test/export.test.js\`: each name gives its format; an unknown one is refused.
- \`test/cli.test.js\`: \`--format csv\` prints CSV; without it nothing changes.

## Commands

- \`npm test\`

## Acceptance

- Open the CSV of the sample in a spreadsheet: it has two columns.
`,
  },
  review: {
    summary: "Small, tested, and within its scope.",
    findings: [],
  },
};

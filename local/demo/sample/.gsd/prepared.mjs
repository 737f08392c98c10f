const task = (id, title, depends_on, files_hint, description, acceptance, estimated_hours) => ({
  id,
  title,
  description,
  depends_on,
  acceptance,
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

## Requirements

- A report can be exported as CSV and as a Markdown table.
- The format is chosen by name, in code and on the command line.
- Without a format the command line prints what it printed before.

## Acceptance

- GIVEN a category with a comma WHEN it is exported as CSV THEN it is quoted
- GIVEN an unknown format WHEN it is asked for THEN the known ones are named

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

## Design

- \`rows.js\` turns a report into a header and rows; each format is one small module on top of it.
- \`export.js\` maps names to formats and is the only thing that the command line knows.

## API

- \`exportReport(report, format): string\`

## Data

- Rows are arrays of strings; nothing is stored.
`,
  },
  qa: {
    document: `# Export: how it is tested

## Test plan

- One test file per module, run by \`node --test\`.
- The command line is tested as a process.

## Risks

- Quoting in CSV: fields with quotes, commas and line breaks have tests of their own.
- Names such as \`toString\` must not be found on the prototype of the format table.
`,
  },
  review: {
    summary: "Small, tested, and within its scope.",
    findings: [],
  },
};

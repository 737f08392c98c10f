import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { changedSpecs, foldChanges } from "../../core/plan/archive-plan.ts";
import { checkSpecChanges } from "../../core/plan/check-spec-changes.ts";
import { openspecChange } from "../../core/plan/openspec-change.ts";
import { splitSpec } from "../../core/plan/spec-parts.ts";
import { anOpenSpec } from "./an-openspec.ts";

const openspec = await anOpenSpec();
const ask = "ask" in openspec ? openspec.ask : async () => "";
const folder = mkdtempSync(join(tmpdir(), "gsd-openspec-trial-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const write = (path: string, text: string) => {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
};
const read = (path: string) => readFileSync(join(folder, path), "utf8");
const requirements = (path: string) =>
  splitSpec(read(path), "openspec").flatMap(({ title, source }) =>
    title === undefined ? [] : [{ title, source: source.replaceAll(/\s+/g, " ").trim() }],
  );
const validate = async (...args: string[]): Promise<{ valid: boolean; issues: unknown[] }[]> => {
  const answer = await ask(folder, "validate", ...args, "--strict", "--json", "--no-interactive");
  return (JSON.parse(answer) as { items: { valid: boolean; issues: unknown[] }[] }).items;
};

const first = `# Reports

People want to see what they did, as a table that they can open elsewhere.

## Spec changes

### Capability: reports

Tells people what they did, in the form that they ask for, once a day.

#### Added: Totals

Reports SHALL end with a total.

- GIVEN two entries
- WHEN they are reported
- THEN the last line is their total

#### Added: Plain text

Reports MUST be plain text.

##### Scenario: A report

- WHEN a report is asked for
- THEN it has no markup

##### Scenario: Nothing to report

- WHEN there are no entries
- THEN it says so
`;

const second = `# CSV

Other programs cannot read what is written for people, so there is another form.

## Spec changes

### Capability: reports

#### Added: CSV export

Reports SHALL be CSV when asked.

- WHEN \`--csv\` is given
- THEN each row is one line

#### Modified: Totals

Reports MUST end with a total of hours.

##### Scenario: Totals

- WHEN two entries are reported
- THEN the last line is their total

#### Removed: Plain text

CSV is not plain text.
`;

/** Folds a plan into what the folder has, and gives the change that OpenSpec would have for it. */
function fold(markdown: string, name: string) {
  const changed = changedSpecs(markdown, "openspec");
  if (!changed.ok) throw new Error(JSON.stringify(changed.problems));
  const texts = changed.specs.map(({ path }) => {
    try {
      return read(path);
    } catch {
      return undefined;
    }
  });
  const folding = foldChanges(changed, texts);
  if (!folding.ok) throw new Error(JSON.stringify(folding.problems));
  const purposes = Object.fromEntries(changed.specs.map(({ capability, purpose }) => [capability, purpose]));
  const documents = { "SPEC.md": markdown, "ARCH.md": "# How\n\nBy hand.\n" };
  const { deltas } = changed;
  const change = openspecChange({
    name,
    title: name,
    day: "2026-11-18",
    documents,
    tasks: [],
    deltas,
    purposes,
  });
  return { files: folding.files, change };
}

describe.skipIf(openspec.whyNot !== "")(`a repository of OpenSpec's own${openspec.whyNot}`, () => {
  it("is made by its CLI", async () => {
    await ask(folder, "init", "--tools", "none", "--no-animation", ".");
    expect(readdirSync(join(folder, "openspec")).sort()).toEqual(["changes", "config.yaml", "specs"]);
  });

  it("gets a new capability that its validator accepts", async () => {
    for (const { path, text } of fold(first, "1-reports").files) write(path, text);
    expect(await validate("--specs")).toMatchObject([{ id: "reports", valid: true, issues: [] }]);
  });

  it("gets changes that its validator accepts, and the same as its own archive would make", async () => {
    const { files, change } = fold(second, "2-csv");
    for (const { path, text } of change) write(path.replace("changes/archive/2026-11-18-", "changes/"), text);
    expect(await validate("2-csv", "--type", "change")).toMatchObject([{ valid: true, issues: [] }]);
    await ask(folder, "archive", "2-csv", "--yes");
    const theirs = requirements("openspec/specs/reports/spec.md");
    for (const { path, text } of files) write(path, text);
    expect(requirements("openspec/specs/reports/spec.md")).toEqual(theirs);
    expect(theirs.map(({ title }) => title)).toEqual(["Totals", "CSV export"]);
    expect(await validate("--specs")).toMatchObject([{ id: "reports", valid: true, issues: [] }]);
  });

  it("is told of a change that somebody has proposed by OpenSpec for the same requirement", async () => {
    await ask(folder, "new", "change", "hours");
    const text = `## MODIFIED Requirements\n\n### Requirement: Totals\n\nReports MUST end with minutes.\n\n#### Scenario: Totals\n\n- WHEN x\n- THEN y\n`;
    write("openspec/changes/hours/specs/reports/spec.md", text);
    expect(await validate("hours", "--type", "change")).toMatchObject([{ valid: true }]);
    const path = "openspec/specs/reports/spec.md";
    const markdown = second
      .replace(/#### Added[\s\S]*?(?=#### Modified)/, "")
      .replace(/#### Removed[\s\S]*/, "");
    const { problems, meetings } = checkSpecChanges(markdown, {
      layout: "openspec",
      texts: { [path]: read(path) },
      tracks: [],
      changes: [{ name: "hours", capability: "reports", text }],
    });
    expect(problems).toEqual([]);
    expect(meetings).toMatchObject([{ title: "Totals", other: "openspec/changes/hours", type: "modified" }]);
  });
});

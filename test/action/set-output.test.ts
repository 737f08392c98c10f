import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { formatOutput } from "../../action/set-output.ts";
import { openEnvFiles } from "../../local/runner/env-files.ts";

it.each([
  "",
  '[{"key":"42/task/T01/1"}]',
  "two\nlines",
  "a=b<<c",
  "jobs<<EOF\nx\nEOF",
  "\n\n",
  "ends with a line\n",
])("the runner reads an output of %j as it was set, and those beside it", (value) => {
  const folder = mkdtempSync(join(tmpdir(), "gsd-output-"));
  try {
    const files = openEnvFiles(folder);
    const written = [formatOutput("before", "1"), formatOutput("jobs", value), formatOutput("after", "2")];
    writeFileSync(files.env["GITHUB_OUTPUT"] ?? "", written.join(""));
    expect(files.collect().outputs).toEqual({ before: "1", jobs: value, after: "2" });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it("draws another delimiter for every value, so that no value can name it", () => {
  expect(formatOutput("jobs", "x")).not.toBe(formatOutput("jobs", "x"));
});

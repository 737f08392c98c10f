import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { type FormName, issueForms, readIssueForm } from "../../../core/context/read-issue-form.ts";
import { formatIssue } from "../../../core/prompt/issue-part.ts";

const feature = `### What should be possible?

Export a report as CSV.

### Why?

_No response_

### Done when

- \`report --csv\` prints CSV
- see ### Not part of it

### Not part of it

### Excel
No xlsx.
`;

describe("an issue that was written with a form", () => {
  it("comes field by field, each between marks of its own, without what nobody filled in", () => {
    const text = formatIssue(feature, 20_000);
    expect(text).toBe(`It was written with the feature form. What nobody filled in is left out.

### What should be possible?

<untrusted source="issue" end="1">
Export a report as CSV.
</untrusted 1>

### Done when

<untrusted source="issue" end="1">
- \`report --csv\` prints CSV
- see ### Not part of it
</untrusted 1>

### Not part of it

<untrusted source="issue" end="1">
### Excel
No xlsx.
</untrusted 1>`);
  });

  it("is known by the labels of the forms that gsd init writes", () => {
    for (const [name, labels] of Object.entries(issueForms)) {
      const file = parse(readFileSync(`cli/templates/issue-forms/gsd-${name}.yml`, "utf8"));
      const written = (file.body as { attributes: { label?: string } }[]).flatMap(
        ({ attributes }) => attributes.label ?? [],
      );
      expect(written).toEqual(labels);
    }
  });

  it.each(Object.keys(issueForms) as FormName[])("is read with Windows line ends: %s", (form) => {
    const body = issueForms[form].map((label, at) => `### ${label}\r\n\r\nvalue ${at}`).join("\r\n\r\n");
    const values = issueForms[form].map((label, at) => ({ label, value: `value ${at}` }));
    expect(readIssueForm(body)).toEqual({ form, fields: values });
  });

  it("says so where all of it is empty", () => {
    const body = issueForms.story.map((label) => `### ${label}\n\n_No response_`).join("\n\n");
    expect(formatIssue(body, 20_000)).toContain("nothing was filled in");
  });

  it.each([
    "",
    "Please add CSV.",
    "### Why?\n\nb",
    `Hello\n${feature}`,
    feature.replace("### Done when", ""),
  ])("is no other text: %j", (text) => {
    expect(readIssueForm(text)).toBeUndefined();
    expect(formatIssue(text, 20_000)).toContain('<untrusted source="issue"');
  });

  it("takes no longer for 200 KB than it has to, and gives what fits", () => {
    const long = feature.replace("No xlsx.", "### Done when\n".repeat(20_000));
    expect(new TextEncoder().encode(formatIssue(long, 20_000)).length).toBeLessThan(21_000);
  });
});

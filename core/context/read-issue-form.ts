/** The issue forms that `gsd init` writes, by their labels as GitHub puts them into an issue. */
export const issueForms = {
  feature: ["What should be possible?", "Why?", "Done when", "Not part of it"],
  story: ["As", "I want", "So that", "Done when"],
  bug: ["What did you do?", "What did you expect?", "What happened?", "Version"],
} as const;
export type FormName = keyof typeof issueForms;

/** An issue that was written with a form: what was filled in, by label. */
export interface IssueForm {
  form: FormName;
  fields: { label: string; value: string }[];
}

/** What GitHub writes where nothing was filled in. */
const empty = /^_No response_$/i;

/** Takes an issue apart that was written with one of our forms: a heading for each label, in their order. Undefined for any other text. */
export function readIssueForm(text: string): IssueForm | undefined {
  const lines = text.replaceAll(/\r\n?/g, "\n").split("\n");
  const names = Object.keys(issueForms) as FormName[];
  for (const form of names) {
    const starts = findLabels(lines, issueForms[form]);
    // What stands before the first label, nobody wrote with a form.
    if (!starts || lines.slice(0, starts[0]).some((line) => line.trim() !== "")) continue;
    const fields = issueForms[form].map((label, at) => {
      const value = lines.slice((starts[at] ?? 0) + 1, starts[at + 1]);
      return { label, value: value.join("\n").trim() };
    });
    return { form, fields: fields.filter(({ value }) => value !== "" && !empty.test(value)) };
  }
  return undefined;
}

/** The line of each label, each after the one before; undefined where one is missing. */
function findLabels(lines: readonly string[], labels: readonly string[]): number[] | undefined {
  const starts: number[] = [];
  for (const label of labels) {
    const from = (starts.at(-1) ?? -1) + 1;
    const start = lines.findIndex((line, at) => at >= from && line.trim() === `### ${label}`);
    if (start < 0) return undefined;
    starts.push(start);
  }
  return starts;
}

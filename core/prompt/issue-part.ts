import { readIssueForm } from "../context/read-issue-form.ts";
import { cutText } from "../text/cut-text.ts";
import { fence } from "./fence.ts";

/** The issue as agents get it: one that was written with a form field by field, under labels of ours. */
export function formatIssue(text: string, maxBytes: number): string {
  const cut = cutText(text, maxBytes);
  const read = readIssueForm(cut);
  if (!read) return fence("issue", text, maxBytes);
  if (read.fields.length === 0)
    return `It was written with the ${read.form} form, and nothing was filled in.`;
  const parts = read.fields.map(({ label, value }) => `### ${label}\n\n${fence("issue", value, maxBytes)}`);
  return [`It was written with the ${read.form} form. What nobody filled in is left out.`, ...parts].join(
    "\n\n",
  );
}

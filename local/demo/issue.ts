/** The sample issue that the demo takes through the loop. */
export const sampleIssue = {
  title: "Export reports as CSV and Markdown",
  body: `People paste our reports into spreadsheets and issues by hand.

Please add an export:
- CSV that opens in a spreadsheet,
- a Markdown table for issues,
- \`--format\` on the command line.

Without \`--format\` the output must stay as it is.`,
};

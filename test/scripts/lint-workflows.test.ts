import { describe, expect, it } from "vitest";
import { checkOwnRules } from "../../scripts/lint-workflows.ts";

const pinned = `owner/action@${"a".repeat(40)}`;

/** A workflow with one step. */
function workflow(...step: string[]): string {
  const lines = step.map((line) => `        ${line}`);
  return ["on: push", "permissions: {}", "jobs:", "  a:", "    steps:", ...lines, ""].join("\n");
}

function wordsOf(text: string): string {
  return checkOwnRules("some.yml", text).join("\n");
}

describe("our workflow files are refused", () => {
  it("for an expression in a line of shell, on one line or on several", () => {
    expect(wordsOf(workflow(`- run: echo \${{ github.event.issue.title }}`))).toContain("line of shell");
    expect(wordsOf(workflow("- run: |", "    set -e", `    echo \${{ github.head_ref }}`))).toContain(
      "jobs.a.steps.0.run: an expression in a line of shell",
    );
    expect(wordsOf(workflow("- run: >-", `    echo "\${{ inputs.key }}"`))).toContain("line of shell");
  });

  it("for a tag in place of a commit", () => {
    expect(wordsOf(workflow("- uses: owner/action@v1"))).toContain("not pinned by a full SHA");
    expect(wordsOf(workflow("- uses: owner/action@main"))).toContain("not pinned by a full SHA");
  });

  it("not for a commit, or for an expression that reaches the shell as a variable", () => {
    const fine = [
      `- env: { TITLE: '\${{ github.event.issue.title }}' }`,
      '  run: echo "$TITLE"',
      `- uses: ${pinned}`,
    ];
    expect(wordsOf(workflow(...fine))).toBe("");
  });

  it("without `permissions: {}` at the top", () => {
    expect(wordsOf(workflow("- run: echo").replace("permissions: {}\n", ""))).toContain("permissions: {}");
  });
});

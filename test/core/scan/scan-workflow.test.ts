import { describe, expect, it } from "vitest";
import { scanWorkflow } from "../../../core/scan/scan-workflow.ts";

const path = ".github/workflows/ci.yml";
const found = (text: string, before?: string) =>
  scanWorkflow({ path, text, before }).map((fact) => `${fact.class} ${fact.danger} ${fact.line}`);

const title = "\u0024{{ github.event.issue.title }}";

describe("rights of a workflow", () => {
  it.each([
    ["permissions: write-all", "privilege critical 1"],
    ['"permissions": "write-all"', "privilege critical 1"],
    ['permissions: "write\\u002dall"', "privilege critical 1"],
    ["permissions:\n  write-all", "privilege critical 1"],
    ["on:\n  pull_request_target:", "privilege critical 2"],
    ["on: [push, 'pull_request_target']", "privilege critical 1"],
    ['on:\n  - "pull_request_target"', "privilege critical 2"],
    ["permissions:\n  contents: write", "privilege high 2"],
    ["permissions: { contents: 'write' }", "privilege high 1"],
    ["permissions: *all", "privilege high 1"],
    ["    secrets: inherit", "privilege high 1"],
  ])("are told in %j", (text, what) => {
    expect(found(text)).toEqual([what]);
    expect(found(text, text)).toEqual([]);
  });

  it.each([
    "permissions:\n  contents: read",
    "permissions: {}",
    "    if: github.event_name == 'pull_request_target'",
    "# permissions: write-all",
    "    - run: |\n        echo 'permissions: write-all'",
  ])("are fine in %j", (text) => {
    expect(found(text)).toEqual([]);
  });
});

describe("a stranger's words in a workflow's script", () => {
  it.each([
    [`  - run: echo ${title}`, 1],
    [`  - run: |\n      echo ${title}`, 2],
    [`  - run: >-\n      true: ${title}`, 2],
    [`  - run: |\n      # ${title}`, 2],
    ["  - run: echo \u0024{{ github.head_ref }}", 1],
    ["  - run: echo \u0024{{ GitHub.Event.Issue['title'] }}", 1],
    ["  - run: echo \u0024{{ github.event.commits[0].message }}", 1],
    ["  - run: echo '\u0024{{ toJSON(github.event) }}'", 1],
    ["  - run: echo \u0024{{ github.event.issue[format('ti{0}', 'tle')] }}", 1],
    [`  - uses: actions/github-script@v8\n    with:\n      script: alert('${title}')`, 3],
    ["  - run: echo \u0024{{\n        github.event.issue.title }}", 1],
    [`  - { name: x, run: "echo ${title}" }`, 1],
  ])("are found in %j", (text, line) => {
    expect(found(text)).toContain(`injection critical ${line}`);
  });

  it.each([
    `    env:\n      TITLE: ${title}`,
    `    if: contains(${title}, 'x')`,
    "  group: \u0024{{ github.workflow }}-\u0024{{ github.head_ref || github.run_id }}",
    "  - run: echo \u0024{{ github.event.number }} \u0024{{ github.event.inputs.name }}",
    `  - run: make\n    env:\n      TITLE: ${title}`,
  ])("are fine in %j", (text) => {
    expect(found(text)).toEqual([]);
  });

  it("are nobody's business in other files", () => {
    expect(scanWorkflow({ path: "ci.yml", text: `run: echo ${title}` })).toEqual([]);
  });
});

import { describe, expect, it } from "vitest";
import { readShipped } from "../../../adapters/shipped-files.ts";
import { inspectRepository } from "../../../core/inspect/inspect-repository.ts";
import { describeCounts, describeVerdict, summariseInspection } from "../../../core/render/inspection.ts";
import { describeProblems } from "../../../core/sources/load-sources.ts";

const shipped = await readShipped(".");
const task = (id: string, more = "") =>
  `  - id: ${id}\n    title: One\n    description: Do it.\n    acceptance: [It is done]\n    scope: { files_hint: [src/${id}.ts] }\n${more}`;
const backlog = (...tasks: string[]) => `version: 1\ntasks:\n${tasks.join("")}`;

function inspect(files: Record<string, string>) {
  const own = Object.entries(files).map(([path, text]) => ({ path, text }));
  return inspectRepository({ shipped, own, unreadable: [] });
}

/** What a person reads, a line for each problem. */
const linesOf = (files: Record<string, string>) => describeProblems(inspect(files).problems).split("\n");

describe("what people wrote for gsd", () => {
  it("may be nothing at all", () => {
    const inspection = inspect({});
    expect(inspection.problems).toEqual([]);
    expect(describeCounts(inspection.counts)).toMatch(/^nothing: .* so the defaults count$/);
  });

  it("is counted by what it is", () => {
    const { counts, problems } = inspect({
      ".github/gsd.yml": "script: node agent.mjs\n",
      "specs/export/spec.md": "# export\n\n## It exports\n\nWHEN asked THEN it does.\n",
      "specs/changes/1-one/BACKLOG.yaml": backlog(task("T01"), task("T02")),
      "src/main.ts": "not ours",
    });
    expect(problems).toEqual([]);
    expect(describeCounts(counts)).toBe("the configuration, 1 spec and 1 backlog");
    expect(describeVerdict({ problems })).toBe("No problems found.");
  });

  it.each([
    [
      "configuration",
      { ".github/gsd.yml": "\nlimits:\n  minutes: soon\nlable: gsd\n" },
      [/^\.github\/gsd\.yml:3: limits\.minutes /, /^\.github\/gsd\.yml:4: .*lable/],
    ],
    [
      "a recipe",
      {
        ".gsd/recipes/own.yml":
          "name: own\nkind: report\ndescription: d\nsteps:\n  - id: a\n    agent: { role: nobody, prompt: task, answer: report }\n",
      },
      [/^\.gsd\/recipes\/own\.yml:6: .*nobody/],
    ],
    ["a role", { ".gsd/agents/writer.md": "no front matter\n" }, [/^\.gsd\/agents\/writer\.md:/]],
    ["a skill", { ".gsd/skills/tables.md": "no front matter\n" }, [/^\.gsd\/skills\/tables\.md:/]],
    [
      "a rule",
      { ".gsd/rules/own.yml": "id: other\nfiles: ['**']\ndeny: ['(']\nseverity: blocker\nmessage: No.\n" },
      [/^\.gsd\/rules\/own\.yml:/],
    ],
    [
      "a file with another ending",
      { ".gsd/recipes/own.yaml": "name: own\n" },
      [/^\.gsd\/recipes\/own\.yaml: is not read; files in this folder end in \.yml$/],
    ],
    [
      "a backlog's tasks",
      { "specs/changes/1-one/BACKLOG.yaml": backlog(task("T01", "    depends_on: [T07]\n")) },
      [/^specs\/changes\/1-one\/BACKLOG\.yaml:8: tasks\[0\]\.depends_on\[0\] .*T07/],
    ],
    [
      "a backlog's paths",
      {
        ".github/gsd.yml": "protected_paths: [src/**]\n",
        // One file by its full path may be allowed with the plan; a pattern says too little.
        "specs/changes/1-one/BACKLOG.yaml": backlog(task("T01").replace("src/T01.ts", "src/a.ts, src/*.ts")),
      },
      [/^specs\/changes\/1-one\/BACKLOG\.yaml:\d+: .*is protected \(src\/\*\*\)/],
    ],
    [
      "names of rules in the configuration",
      { ".github/gsd.yml": "rules:\n  off: [no-debuger]\n" },
      [/^\.github\/gsd\.yml:2: rules\.off\[0\] names the rule "no-debuger".*did you mean no-debugger\?/],
    ],
    [
      "a rule's own examples",
      {
        ".gsd/rules/no-x.yml":
          'id: no-x\nfiles: ["**"]\ndeny: [x]\nseverity: nitpick\nmessage: No x.\nexamples:\n  catches: [{ a: y }]\n  passes: [{ a: z }]\n',
      },
      [/^\.gsd\/rules\/no-x\.yml:7: examples\.catches\[0\] is an example that the rule does not catch/],
    ],
    [
      "a plan's document",
      { "specs/changes/1-one/QA.md": "just words\n" },
      [/^specs\/changes\/1-one\/QA\.md: has no heading/],
    ],
    [
      "a spec's change",
      {
        "specs/changes/1-one/SPEC.md":
          "# S\n\nText.\n\n## Spec changes\n\n### Capability: export\n\n#### Modified: It exports\n\nWHEN asked THEN it does.\n",
      },
      [/^specs\/changes\/1-one\/SPEC\.md:9: "It exports" is not in specs\/export\/spec\.md; use Added$/],
    ],
    [
      "a spec",
      { "specs/export/spec.md": "# export\n\n## It exports\n\nA.\n\n## it  exports\n\nB.\n" },
      [/^specs\/export\/spec\.md:7: "it exports" is a requirement in line 3 already/],
    ],
  ])("is told with its lines: %s", (_, files, patterns) => {
    const lines = linesOf(files as unknown as Record<string, string>);
    expect(lines).toHaveLength(patterns.length);
    for (const [at, pattern] of patterns.entries()) expect(lines[at]).toMatch(pattern);
  });

  it("makes nothing live in a run's summary", () => {
    const { problems, counts } = inspect({ ".github/gsd.yml": '"@everyone | <img src=x>": 1\n' });
    const summary = summariseInspection({ problems, counts });
    expect(summary).toContain("1 problem in 1 file: fix it");
    expect(summary).toContain("@everyone");
    expect(summary.replaceAll(/`[^`]*`/g, "")).not.toMatch(/@everyone|<img/);
  });
});

import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { applyRules, parseRule, type Rule } from "../../../core/check/rules.ts";

const folder = new URL("../../../rules/", import.meta.url);
const shipped = readdirSync(folder).filter((name) => name.endsWith(".yml"));

function read(text: string): Rule {
  const reading = parseRule(text);
  if (!reading.ok) throw new Error(JSON.stringify(reading.problems));
  return reading.rule;
}

function aRule(lines = "deny: ['TODO']"): string {
  return `id: no-todo\nfiles: ["src/**"]\nseverity: nitpick\nmessage: No TODO.\n${lines}\n`;
}

const problemsOf = (text: string) => {
  const reading = parseRule(text);
  return reading.ok
    ? []
    : reading.problems.map(({ line, path, message }) => `${line ?? "-"} ${path}: ${message}`);
};

describe("rules", () => {
  it("find denied lines in the files that they are for", () => {
    const files = [
      { path: "src/a.ts", text: "ok\nTODO one\r\nTODO two" },
      { path: "docs/a.md", text: "TODO" },
    ];
    expect(applyRules([read(aRule())], files)).toEqual([
      { path: "src/a.ts", line: 2, severity: "nitpick", message: "No TODO.", rule: "no-todo" },
      { path: "src/a.ts", line: 3, severity: "nitpick", message: "No TODO.", rule: "no-todo" },
    ]);
  });

  it("find files that lack what is required", () => {
    const rule = read(aRule("require: ['^// SPDX']"));
    const files = [
      { path: "src/a.ts", text: "// SPDX-License-Identifier: MIT\n" },
      { path: "src/b.ts", text: "x\n" },
    ];
    expect(applyRules([rule], files)).toMatchObject([{ path: "src/b.ts" }]);
  });

  it("give at most twenty findings each", () => {
    const files = [1, 2, 3].map((number) => ({ path: `src/${number}.ts`, text: "TODO\n".repeat(500) }));
    expect(applyRules([read(aRule())], files)).toHaveLength(20);
  });

  it("are refused with what is wrong, and where", () => {
    expect(problemsOf("id: X\nfile: [a]\n")).toEqual([
      "1 files: is missing",
      "1 severity: is missing",
      "1 message: is missing",
      '1 id: should match ^[a-z0-9][a-z0-9-]{0,63}$, but is "X"',
      '2 file: is not a known key; did you mean "files"?',
    ]);
    expect(problemsOf(aRule("deny: []"))).toEqual(["- : needs a pattern in deny or in require"]);
    expect(problemsOf(aRule("deny: ['(', 'ok']"))[0]).toMatch(/^5 deny\[0\]: is not a regular expression/);
  });

  it.each(["(.)\\1", "(?<a>.)\\k<a>", "a(?=b)", "a(?!b)", "(?<=a)b", "(?<!a)b"])(
    "are refused when a pattern could take forever: %s",
    (pattern) => {
      expect(problemsOf(aRule(`deny: ['${pattern}']`)).join()).toMatch(/^5 deny\[0\]: .*can take forever/);
    },
  );

  it.each(["a{501}", "((a{20}){20}){20}", "(a{0,40}){0,40}"])(
    "are refused when a pattern is too large written out: %s",
    (pattern) => {
      expect(problemsOf(aRule(`deny: ['${pattern}']`)).join()).toContain("repeats too much");
    },
  );

  it.each(["(a+)+b", "(a+){20}b", "(a|a)*b", "(a*)*b", "(a?){50}a{50}b", "(?:a|aa)+b", "a*a*a*a*a*b"])(
    "take no longer for a pattern that is made to be slow: %s",
    (pattern) => {
      const started = performance.now();
      const files = [{ path: "src/a.ts", text: `${"a".repeat(1_000)}\n`.repeat(20) }];
      expect(applyRules([read(aRule(`deny: ['${pattern}']`))], files)).toEqual([]);
      expect(
        applyRules([read(aRule(`deny: ['${pattern}']`))], [{ path: "src/a.ts", text: `${"a".repeat(60)}b` }]),
      ).toHaveLength(1);
      // Minutes or more, by trying one way after the other.
      expect(performance.now() - started).toBeLessThan(20_000);
    },
  );

  it.each(["a+b+", "(?:foo|bar)\\(", "(abc)+", "[+*(]+x", "\\(a+\\)+", "^\\s*x\\s*$"])(
    "may hold the pattern %s",
    (pattern) => {
      expect(problemsOf(aRule(`deny: ['${pattern}']`))).toEqual([]);
    },
  );
});

describe("the rules that we ship", () => {
  const rules = shipped.map((name) => read(readFileSync(new URL(name, folder), "utf8")));

  it("are named like their files", () => {
    expect(rules.map(({ id }) => `${id}.yml`)).toEqual(shipped);
  });

  it.each([
    ["a merge conflict", "src/a.py", "a\n<<<<<<< HEAD\nb\n=======\nc\n>>>>>>> main\n", [2, 6]],
    ["a heading underlined", "README.md", "Title\n=======\n", []],
    ["a focused test", "src/a.test.ts", "it.only('x', () => {});\n  describe.only(\n", [1, 2]],
    ["a focus in Jasmine's words", "test/a.spec.js", "fit('x');\nfdescribe('y');\nbenefit('z');\n", [1, 2]],
    ["a word of a program that is no test", "src/a.ts", "model.fit(x);\nit.only(1);\n", []],
    ["a debugger", "src/a.ts", "  debugger;\nconst debuggerOn = 1;\n", [1]],
    ["a breakpoint", "a.py", "    breakpoint()\n    import pdb; pdb.set_trace()\n", [1, 2]],
  ])("judge %s rightly", (_what, path, text, lines) => {
    expect(applyRules(rules, [{ path, text }]).map(({ line }) => line)).toEqual(lines);
  });

  it("have an example in their README that is a rule", () => {
    const readme = readFileSync(new URL("README.md", folder), "utf8");
    expect(read(/```yaml\n([\s\S]*?)```/.exec(readme)?.[1] ?? "").id).toBe("no-todo-without-issue");
  });
});

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { applyRules } from "../../../../core/check/rules/apply-rules.ts";
import { checkExamples, parseRule } from "../../../../core/check/rules/parse-rule.ts";
import type { Rule } from "../../../../core/check/rules/rule.ts";

function read(text: string): Rule {
  const reading = parseRule(text);
  if (!reading.ok) throw new Error(JSON.stringify(reading.problems));
  return reading.rule;
}

function aRule(lines = "deny: ['TODO']", files = `files: ["src/**"]`): string {
  return `id: no-todo\nseverity: nitpick\nmessage: No TODO.\n${files}\n${lines}\n`;
}

/** Before and after by path; a text alone is a new file's. */
function find(rule: string, files: Record<string, string | [string | undefined, string | undefined]>) {
  const changes = Object.entries(files).map(([path, texts]) => {
    const [before, after] = typeof texts === "string" ? [undefined, texts] : texts;
    return { path, before, after, isNew: before === undefined };
  });
  return applyRules([read(rule)], changes);
}

const placesIn = (found: ReturnType<typeof find>) =>
  found.map(({ path, line }) => (line ? `${path}:${line}` : path));

const problemsOf = (text: string) => {
  const reading = parseRule(text);
  return reading.ok
    ? []
    : reading.problems.map(({ line, path, message }) => `${line ?? "-"} ${path}: ${message}`);
};

describe("rules", () => {
  it("find denied lines in the files that they are for", () => {
    const found = find(aRule("deny: ['TODO']\nhint: Do it."), {
      "src/a.ts": "ok\nTODO one\r\nTODO two",
      "docs/a.md": "TODO",
    });
    const finding = { path: "src/a.ts", severity: "nitpick", message: "No TODO.", rule: "no-todo" };
    expect(found).toEqual([
      { ...finding, line: 2, suggestion: "Do it." },
      { ...finding, line: 3, suggestion: "Do it." },
    ]);
  });

  it("look at added lines alone: what was there, or only moved, is not this change's", () => {
    const before = "a\nTODO old\nb\nTODO moved\n";
    const after = "TODO moved\na\nTODO old\nTODO new\nb\n";
    expect(placesIn(find(aRule(), { "src/a.ts": [before, after] }))).toEqual(["src/a.ts:4"]);
  });

  it("find files that lack what is required, unless they lacked it before", () => {
    const found = find(aRule("require: ['^// SPDX']"), {
      "src/a.ts": "// SPDX-License-Identifier: MIT\n",
      "src/b.ts": "x\n",
      "src/c.ts": ["old\n", "new\n"],
      "src/d.ts": ["// SPDX\n", "gone\n"],
      "src/e.ts": ["x", undefined],
    });
    expect(placesIn(found)).toEqual(["src/b.ts", "src/d.ts"]);
  });

  it("tell five places each, and how many more there are", () => {
    const files = Object.fromEntries([1, 2, 3].map((number) => [`src/${number}.ts`, "TODO\n".repeat(500)]));
    const found = find(aRule(), files);
    expect(found).toHaveLength(5);
    expect(found.map(({ more }) => more)).toEqual([undefined, undefined, undefined, undefined, 1_495]);
  });

  it("of a language leave lines alone that are only a comment", () => {
    const rule = aRule("deny: ['eval']", "language: typescript");
    expect(placesIn(find(rule, { "a.ts": "// eval\neval(x)\n", "a.py": "eval(x)\n" }))).toEqual(["a.ts:2"]);
  });

  it.each([
    ["src/a.ts", "/* fine */ eval(x)"],
    ["src/a.ts", "  #x = eval(y);"],
    ["src/a.ts", "x\n* eval(y)"],
    ["src/a.ts", "// fine\u2028eval(x)"],
    ["src/a.ts", "// fine\reval(x)"],
    ["src/a.ts", `${" ".repeat(3_000)}eval(x)`],
    ["src/a.ts", "`\n/*\n`\neval(x)"],
  ])(
    "of a language are not kept from code that only looks like a comment, or stands far behind: %s %j",
    (path, text) => {
      expect(find(aRule("deny: ['eval']", "language: typescript"), { [path]: text })).toHaveLength(1);
    },
  );

  it("of a language leave comments of several lines alone", () => {
    const rule = aRule("deny: ['eval']", "language: typescript");
    expect(find(rule, { "a.ts": "/**\n * eval\n */\n/* eval */\n" })).toEqual([]);
  });

  it("find an import of Python whose names stand below it, and one of TypeScript whose path does", () => {
    const rule = aRule("imports: ['core/** -> adapters/**']", "");
    const python = "from (the docs)\nfrom . import x\nfrom .. import (\n    a,  # one\n    adapters,\n)\n";
    expect(placesIn(find(rule, { "core/a.py": python }))).toEqual(["core/a.py:3"]);
    expect(placesIn(find(rule, { "core/a.py": "from .. import a, \\\n  adapters\n" }))).toEqual([
      "core/a.py:1",
    ]);
    const before = "from .. import (\n    a,\n)\n";
    const after = "from .. import (\n    a,\n    adapters,\n)\n";
    expect(placesIn(find(rule, { "core/a.py": [before, after] }))).toEqual(["core/a.py:3"]);
    const hidden =
      "await import(/* webpackIgnore: true */ '../adapters/db.ts');\nexport * from/**/'../adapters/x';\n";
    expect(placesIn(find(rule, { "core/a.ts": hidden }))).toEqual(["core/a.ts:1", "core/a.ts:2"]);
    const script = 'import { x } from\n  "../adapters/db.ts";\n';
    expect(placesIn(find(rule, { "core/a.ts": script }))).toEqual(["core/a.ts:2"]);
  });

  it("may be about tests alone, or about everything else", () => {
    const files = { "src/a.ts": "TODO", "src/a.test.ts": "TODO" };
    expect(placesIn(find(aRule("deny: ['TODO']\nin: code"), files))).toEqual(["src/a.ts:1"]);
    expect(placesIn(find(aRule("deny: ['TODO']\nin: tests"), files))).toEqual(["src/a.test.ts:1"]);
  });

  it("find imports between folders in TypeScript, Go and Python, by what they mean", () => {
    const rule = aRule("imports: ['core/** -> adapters/**', 'core/** → node:fs']", "");
    const found = find(rule, {
      "core/a.ts": `import { x } from "../adapters/db.ts";\nimport fs from "node:fs";\nimport y from "./adapters/z";\n`,
      "core/b/c.js": `const x = require("../../adapters/db");\nawait import('../../adapters/x');\n`,
      "core/d.go": `package core\n\nimport (\n\t"fmt"\n\tdb "example.org/app/adapters/db"\n)\n\nvar x = "adapters/db"\n`,
      "core/e.py":
        "from adapters.db import session\nimport adapters, os\nfrom ..adapters import mail\nfrom . import adapters\n",
      "app/f.ts": `import { x } from "../adapters/db.ts";\n`,
    });
    expect(placesIn(found)).toEqual([
      "core/a.ts:1",
      "core/b/c.js:1",
      "core/b/c.js:2",
      "core/d.go:5",
      "core/e.py:1",
    ]);
    expect(found.at(-1)).toMatchObject({ more: 3, message: "No TODO. It imports `adapters.db.session`." });
  });

  it("hold names of new files to patterns", () => {
    const rule = aRule("path: { require: ['/[a-z-]+\\.ts$'], deny: ['util'] }");
    const files = { "src/aB.ts": "", "src/utils.ts": "", "src/a-b.ts": "" };
    expect(placesIn(find(rule, { ...files, "src/oldOne.ts": ["a", "b"] }))).toEqual([
      "src/aB.ts",
      "src/utils.ts",
    ]);
  });

  it("ask for a change somewhere else along with one", () => {
    const rule = aRule("needs: ['test/**']");
    expect(find(rule, { "src/a.ts": "x", "src/b.ts": "y" })).toMatchObject([
      { path: "src/a.ts", message: "No TODO. 1 more files like it change, too." },
    ]);
    expect(find(rule, { "src/a.ts": "x", "test/a.ts": "y" })).toEqual([]);
    expect(find(rule, { "src/a.ts": ["x\ny", "x"] })).toEqual([]);
    expect(find(rule, { "src/a.ts": "x", "test/a.ts": ["y", undefined] })).toHaveLength(1);
    // What a test only loses tests nothing; nor does its mode.
    expect(find(rule, { "src/a.ts": "x", "test/a.ts": ["y\nz", "y"] })).toHaveLength(1);
    expect(find(rule, { "src/a.ts": "x", "test/a.ts": ["y", "y"] })).toHaveLength(1);
    const lock = aRule("needs: ['package-lock.json']");
    expect(find(lock, { "src/a.ts": "x", "package-lock.json": ["{}", "{ }"] })).toEqual([]);
  });

  it("limit the lines of a file that grows, and of a change", () => {
    const rule = aRule("size: { file: 3, change: 8 }");
    const found = find(rule, {
      "src/a.ts": ["1\n2\n3\n4\n5", "1\n2\n3\n4"],
      "src/b.ts": ["1\n2\n3\n4", "1\n2\n3\n4\n5"],
      "src/c.ts": "1\n2\n3",
    });
    expect(found.map(({ path, message }) => `${path}: ${message}`)).toEqual([
      "src/b.ts: No TODO. It has 5 lines.",
    ]);
    expect(find(rule, { "src/a.ts": "1\n2\n3", "src/b.ts": ["1\n2\n3\n4", "5\n6"] })).toMatchObject([
      { path: "src/b.ts", message: "No TODO. The change has 9 lines in all." },
    ]);
  });
});

describe("a rule file", () => {
  it("is refused with what is wrong, and where", () => {
    expect(problemsOf("id: X\nfile: [a]\n")).toEqual([
      "1 severity: is missing",
      "1 message: is missing",
      '1 id: should match ^[a-z0-9][a-z0-9-]{0,63}$, but is "X"',
      '2 file: is not a known key; did you mean "files"?',
    ]);
    const none = "1 : needs one of deny, require, imports, path, needs, size";
    expect(problemsOf(aRule("deny: []"))).toEqual([none]);
    for (const [glob, words] of [
      ["'!src/a.ts'", "begins with !; name under except"],
      ["../lib/**", "leads out of the repository"],
      ["src\\\\**", "has a backslash"],
    ])
      expect(problemsOf(aRule(`deny: [ok]\nexcept: [src/b.ts, ${glob}]`)).join(), glob).toContain(
        `except[1]: ${words}`,
      );
    expect(problemsOf(aRule("deny: ['(', 'ok']"))[0]).toMatch(/^5 deny\[0\]: is not a regular expression/);
    expect(problemsOf(aRule("deny: [x]\nneeds: [y]"))).toEqual([
      "6 needs: is one thing too many beside deny; make it a rule of its own",
    ]);
    expect(problemsOf(aRule("deny: [x]", ""))[0]).toContain("neither files nor a language");
    expect(problemsOf(aRule("imports: ['core adapters']"))[0]).toMatch(/^5 imports\[0\]: should look like/);
    expect(problemsOf(aRule("deny: [x]", "language: cobol"))[0]).toMatch(/^4 language: /);
  });

  it.each(["(.)\\1", "(?<a>.)\\k<a>", "a(?=b)", "a(?!b)", "(?<=a)b", "(?<!a)b"])(
    "is refused when a pattern could take forever: %s",
    (pattern) => {
      expect(problemsOf(aRule(`deny: ['${pattern}']`)).join()).toMatch(/^5 deny\[0\]: .*can take forever/);
    },
  );

  it.each(["a{501}", "((a{20}){20}){20}", "(a{0,40}){0,40}"])(
    "is refused when a pattern is too large written out: %s",
    (pattern) => {
      expect(problemsOf(aRule(`deny: ['${pattern}']`)).join()).toContain("repeats too much");
    },
  );

  it.each(["a+b+", "(?:foo|bar)\\(", "(abc)+", "[+*(]+x", "\\(a+\\)+", "^\\s*x\\s*$", "(?i)todo"])(
    "may hold the pattern %s",
    (pattern) => {
      expect(problemsOf(aRule(`deny: ['${pattern}']`))).toEqual([]);
    },
  );

  it("is held to its own examples, with their lines", () => {
    const examples = "examples:\n  catches:\n    - src/a.ts: fine\n  passes:\n    - src/a.ts: TODO\n";
    expect(checkExamples(`${aRule()}${examples}`)).toMatchObject([
      { path: "examples.catches[0]", line: 8, message: "is an example that the rule does not catch" },
      { path: "examples.passes[0]", line: 10, message: "is an example that the rule catches" },
    ]);
  });

  it("has an example in rules/README.md that is one", () => {
    const readme = readFileSync(new URL("../../../../rules/README.md", import.meta.url), "utf8");
    expect(read(/```yaml\n([\s\S]*?)```/.exec(readme)?.[1] ?? "").id).toBe("no-todo-without-issue");
  });
});

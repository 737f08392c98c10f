import { describe, expect, it } from "vitest";
import { commandSignals } from "../../../core/check/signals/command-signals.ts";
import { configSignals } from "../../../core/check/signals/config-signals.ts";
import { lintSignals } from "../../../core/check/signals/lint-signals.ts";
import { aDiff } from "./a-diff.ts";

const scripts = (test: string | undefined, lint = "eslint .") =>
  JSON.stringify({ name: "x", scripts: { ...(test ? { test } : {}), lint, start: "node ." } }, null, 2);

const commands = (path: string, before: string | undefined, after: string | undefined) =>
  commandSignals(aDiff({ [path]: [before, after] }));
const configs = (path: string, before: string | undefined, after: string | undefined) =>
  configSignals(aDiff({ [path]: [before, after] }));

describe("the scripts of package.json", () => {
  it.each([
    "echo ok",
    "vitest run || true",
    "vitest run; exit 0",
    "vitest run --passWithNoTests",
    "vitest run --exclude test/slow",
    "vitest",
    "exit 0",
  ])("are weaker as `%s`", (test) => {
    expect(commands("package.json", scripts("vitest run"), scripts(test))).toEqual([
      { code: "command-weakened", path: "package.json", line: 4, name: "test" },
    ]);
  });

  it("are weaker without the one that tests", () => {
    expect(commands("app/package.json", scripts("vitest run"), scripts(undefined))).toEqual([
      { code: "command-weakened", path: "app/package.json", name: "test" },
    ]);
  });

  it.each(["vitest run --coverage", "tsc && vitest run", "vitest run && eslint ."])(
    "are no weaker as `%s`",
    (test) => {
      expect(commands("package.json", scripts("vitest run"), scripts(test))).toEqual([]);
    },
  );

  it("may change where they check nothing, and be new", () => {
    const started = scripts("vitest run").replace("node .", "node server.js");
    expect(commands("package.json", scripts("vitest run"), started)).toEqual([]);
    expect(commands("package.json", undefined, scripts("vitest run"))).toEqual([]);
    expect(commands("package.json", scripts(undefined), scripts("vitest run"))).toEqual([]);
  });
});

describe("targets and scripts", () => {
  const makefile = "build:\n\tgo build ./...\n\ntest: build\n\tgo test -race ./...\n";

  it("of a Makefile are weaker without a word, or when they ignore what fails", () => {
    const found = [{ code: "command-weakened", path: "Makefile", line: 4, name: "test" }];
    expect(commands("Makefile", makefile, makefile.replace(" -race", ""))).toEqual(found);
    expect(commands("Makefile", makefile, makefile.replace("\tgo test", "\t-go test"))).toEqual(found);
    expect(commands("Makefile", makefile, makefile.replace("./...\n", "./... -v\n"))).toEqual([]);
    expect(commands("Makefile", makefile, `${makefile}\ndeploy:\n\t./deploy\n`)).toEqual([]);
  });

  it("in a file of their own count, too", () => {
    const weaker = commands("scripts/test.sh", "set -e\npytest\n", "set -e\npytest || true\n");
    expect(weaker).toMatchObject([{ code: "command-weakened", path: "scripts/test.sh", name: "test" }]);
    expect(commands("scripts/deploy.sh", "set -e\nrun\n", "run\n")).toEqual([]);
  });
});

describe("CI", () => {
  const workflow =
    "on: [push]\njobs:\n  test:\n    steps:\n      - uses: actions/checkout@v4\n      - run: npm test\n";
  const path = ".github/workflows/ci.yml";

  it("is weaker without a check, without its file, or when it may fail", () => {
    expect(commands(path, workflow, undefined)).toEqual([{ code: "ci-weakened", path }]);
    expect(commands(path, workflow, workflow.replace("npm test", "echo ok"))).toEqual([
      { code: "ci-weakened", path },
    ]);
    expect(
      commands(path, workflow, workflow.replace("    steps", "    continue-on-error: true\n    steps")),
    ).toEqual([{ code: "ci-weakened", path, line: 4 }]);
    expect(
      commands(
        ".gitlab-ci.yml",
        "test:\n  script: make test\n",
        "test:\n  script: make test\n  allow_failure: true\n",
      ),
    ).toEqual([{ code: "ci-weakened", path: ".gitlab-ci.yml", line: 3 }]);
  });

  it("is no weaker with newer actions, more checks, or in another file", () => {
    expect(commands(path, workflow, workflow.replace("@v4", "@v5"))).toEqual([]);
    expect(commands(path, workflow, `${workflow}      - run: npm run lint\n`)).toEqual([]);
    const other = ".github/workflows/test.yml";
    expect(commandSignals(aDiff({ [path]: [workflow, undefined], [other]: [undefined, workflow] }))).toEqual(
      [],
    );
  });
});

describe("settings", () => {
  it.each([
    ["vitest.config.ts", "test: {\n  passWithNoTests: true,\n}", "passWithNoTests"],
    ["vitest.config.ts", 'test: {\n  exclude: ["test/slow"],\n}', "exclude"],
    ["jest.config.js", 'test: {\n  testPathIgnorePatterns: ["slow"],\n}', "testPathIgnorePatterns"],
    ["pytest.ini", "test: {\naddopts = -k 'not slow'\n}", "addopts"],
    ["pyproject.toml", 'test: {\nignore = ["E501"]\n}', "ignore"],
    ["tsconfig.json", 'test: {\n"strict": false,\n}', "strict"],
    ["eslint.config.js", 'test: {\n"no-console": "off",\n}', "no-console"],
    [".rubocop.yml", "test: {\n  Enabled: false\n}", "Enabled"],
    ["conftest.py", "test: {\ncollect_ignore = ['slow.py']\n}", "collect_ignore"],
  ])("of %s are weaker with %j", (path, after, mark) => {
    expect(configs(path, "test: {\n}", after)).toEqual([{ code: "config-weakened", path, line: 2, mark }]);
  });

  it("are weaker with one more in a list of what is left out", () => {
    const list = (names: string) => `export default {\n  test: {\n    exclude: [\n${names}    ],\n  },\n};\n`;
    expect(configs("vitest.config.ts", list('      "a",\n'), list('      "a",\n      "b",\n'))).toEqual([
      { code: "config-weakened", path: "vitest.config.ts", line: 5, mark: "exclude" },
    ]);
  });

  it("are weaker where fewer files hold tests", () => {
    const before = 'module.exports = {\n  testMatch: ["**/*.test.js", "**/*.spec.js"],\n};\n';
    const after = before.replace(', "**/*.spec.js"', "");
    expect(configs("jest.config.js", before, after)).toEqual([
      { code: "config-weakened", path: "jest.config.js", mark: "testMatch" },
    ]);
    expect(configs("jest.config.js", after, before)).toEqual([]);
  });

  it("ask for less coverage with a lower number, or none", () => {
    const before = "thresholds: {\n  lines: 90,\n  branches: 80,\n}";
    expect(configs("vitest.config.ts", before, before.replace("90", "50"))).toEqual([
      {
        code: "coverage-lowered",
        path: "vitest.config.ts",
        line: 2,
        mark: "lines",
        before: "90",
        after: "50",
      },
    ]);
    expect(configs("vitest.config.ts", before, before.replace("90", "95"))).toEqual([]);
    expect(configs(".coveragerc", "[report]\nfail_under = 85\n", "[report]\n")).toMatchObject([
      { code: "coverage-lowered", mark: "fail_under", before: "85" },
      { code: "config-weakened", mark: "fail_under" },
    ]);
  });

  it("may be new, and say other things", () => {
    expect(configs("vitest.config.ts", undefined, 'exclude: ["x"]')).toEqual([]);
    expect(configs("package.json", '{\n  "version": "1.0.0"\n}', '{\n  "version": "1.1.0"\n}')).toEqual([]);
    expect(configs("src/settings.ts", "a", "exclude: true")).toEqual([]);
    expect(configs("tsconfig.json", '{\n"target": "es2022",\n}', '{\n"target": "es2024",\n}')).toEqual([]);
  });
});

describe("checks that are switched off in the code", () => {
  it.each([
    ["src/a.ts", "// eslint-disable-next-line no-eval"],
    ["src/a.ts", "// @ts-ignore"],
    ["src/a.ts", "// biome-ignore lint: no"],
    ["src/a.ts", "/* v8 ignore next */"],
    ["a.py", "x = y  # noqa: E501"],
    ["a.py", "x = y  # type: ignore"],
    ["a.py", "x = y  # pragma: no cover"],
    ["a.go", "x := y //nolint:errcheck"],
    ["a.rs", "#[allow(dead_code)]"],
    ["a.rb", "x = y # rubocop:disable Style/X"],
    ["A.java", '@SuppressWarnings("unchecked")'],
  ])("are a signal in %s: %s", (path, line) => {
    expect(lintSignals(aDiff({ [path]: ["a", `a\n${line}`] }))).toMatchObject([
      { code: "lint-disabled", path, line: 2, count: 1 },
    ]);
  });

  it("are none where they were there before, only moved, or only spoken of", () => {
    const line = "// eslint-disable-next-line";
    expect(lintSignals(aDiff({ "a.ts": [line, `b\n${line}`] }))).toEqual([]);
    expect(lintSignals(aDiff({ "a.ts": [`a\n${line}`, "a"], "b.ts": [undefined, line] }))).toEqual([]);
    expect(lintSignals(aDiff({ "docs/lint.md": ["a", line] }))).toEqual([]);
  });
});

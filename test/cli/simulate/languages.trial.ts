import { expect, it } from "vitest";
import type { Simulation } from "../../../cli/simulate/report.ts";
import { aClone } from "../a-clone.ts";

const issue = "# Export reports as CSV\n\nPlease add an export.\n";

const repositories = {
  npm: {
    "package.json": JSON.stringify({ name: "a", version: "1.0.0", scripts: { test: "node --test" } }),
    "src/report.js": "export const report = () => 1;\n",
    "test/report.test.js": 'require("node:test")("adds", () => {});\n',
    ".github/workflows/ci.yml":
      "on: push\njobs: { a: { runs-on: ubuntu-latest, steps: [{ run: exit 1 }] } }\n",
    ".github/gsd.yml": "engine: claude-code\n",
    "issue.md": issue,
  },
  python: {
    "pyproject.toml": '[tool.pytest.ini_options]\ntestpaths = ["tests"]\n',
    "report.py": "def report():\n    return 1\n",
    "tests/test_report.py": "def test_report():\n    assert True\n",
    ".github/gsd.yml": "engine: codex\n",
    "issue.md": issue,
  },
  go: {
    "go.mod": "module example.org/report\n\ngo 1.21\n",
    "report.go": "package report\n\nfunc Report() int { return 1 }\n",
    "issue.md": issue,
  },
};

it.each(Object.entries(repositories))(
  "rehearses an issue in a %s repository",
  async (name, files) => {
    using clone = aClone(files);
    const { status, stdout, stderr } = await clone.gsd(["simulate", "issue.md", "--json"]);
    expect(stderr).toBe("");
    const told = JSON.parse(stdout) as Simulation;
    const { counts, commands, price, reached, workflows, steps } = told;
    console.log(name, JSON.stringify({ seconds: told.seconds, ...counts, commands, price }));
    expect({ status, reached }).toEqual({ status: 0, reached: "ready" });
    const tasks = name === "go" ? 1 : 2;
    expect(counts).toMatchObject({
      comments: 3,
      labels: 1,
      pulls: 1 + tasks,
      reviews: tasks,
      runs: 2 + tasks,
    });
    expect(steps.filter(({ type }) => type === "pull-merged")).toHaveLength(tasks);
    expect(steps.every((step) => step.type !== "job" || step.conclusion === "success")).toBe(true);
    expect(workflows).toEqual(name === "npm" ? [".github/workflows/ci.yml"] : []);
    expect(price.free).toBe(name === "go");
    expect(price.leastUsd > 0).toBe(name !== "go");
    // Tools that this machine lacks are named, and it goes on.
    expect(commands.length).toBeGreaterThan(0);
    for (const { result, why } of commands)
      expect([result, why !== undefined]).toEqual([result, result === "left-out"]);
    if (name === "npm" && told.withoutSandbox === undefined) expect(commands[0]?.result).toBe("passed");
    expect(clone.left()).toEqual([]);
    expect(clone.git("status", "--porcelain")).toBe("");
    expect(clone.git("branch", "--all").trim()).toBe("* trunk");
  },
  240_000,
);

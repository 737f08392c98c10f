import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { detectSandbox } from "../../crew/sandbox/detect-sandbox.ts";
import { aClone } from "./a-clone.ts";

/** Answers by the schema at the prompt's end, as any script may. */
const agent = `import { readFileSync, writeFileSync } from "node:fs";
const prompt = readFileSync(0, "utf8");
const { properties } = JSON.parse(prompt.trimEnd().split("\\n").at(-1));
const answer = properties.report
  ? { title: "Dates", report: "In src/date.js." }
  : properties.findings ? { summary: "Good.", findings: [] } : { summary: "Wrote notes.md." };
if (!properties.report && !properties.findings) writeFileSync("notes.md", "# Notes\\n");
console.log(JSON.stringify({ answer }));
`;

const files = {
  "README.md": "# A\n",
  ".github/gsd.yml": "engine: script\nscript: node .gsd/agent.mjs\n",
  ".gsd/agent.mjs": agent,
};

const { available } = await detectSandbox();

describe.runIf(available)("gsd run, in the sandbox", () => {
  it("prints the answer of a report, and what it cost", async () => {
    using clone = aClone(files);
    const { status, stdout, stderr } = await clone.gsd(["run", "research", "Where are dates parsed?"]);
    expect(stdout).toBe("# Dates\n\nIn src/date.js.\n");
    expect(stderr).toMatch(/✓ look \(researcher on script\).*\n✓ report \(architect on script\)/);
    expect(stderr).toMatch(/gsd: done\. It cost nothing, \d+ s\./);
    expect(status).toBe(0);
    expect(clone.left()).toEqual([]);
  }, 60_000);

  it("leaves a change in the work tree, not committed", async () => {
    using clone = aClone(files);
    const { status, stdout } = await clone.gsd(["run", "quick", "Add notes"]);
    expect({ status, stdout }).toEqual({ status: 0, stdout: "Wrote notes.md.\n  notes.md\n" });
    expect(clone.git("status", "--porcelain")).toBe("?? notes.md\n");
    expect(clone.git("rev-list", "--count", "HEAD")).toBe("1\n");
    expect(clone.left()).toEqual([]);
  }, 60_000);

  it("refuses a dirty tree, and with --force overwrites nothing of it", async () => {
    using clone = aClone(files);
    clone.write("notes.md", "mine\n");
    const refused = await clone.gsd(["run", "quick", "Add notes"]);
    expect(refused).toMatchObject({ status: 1, stderr: expect.stringContaining("not committed (notes.md)") });
    const forced = await clone.gsd(["run", "quick", "Add notes", "--force"]);
    expect(forced.stderr).toMatch(/would overwrite work of yours .* so it is in \/.*\.git\/gsd-run instead/);
    expect(readFileSync(`${clone.folder}/notes.md`, "utf8")).toBe("mine\n");
    expect(readFileSync(`${clone.folder}/.git/gsd-run/notes.md`, "utf8")).toBe("# Notes\n");
  }, 60_000);

  it("says which check still fails, and ends with 3", async () => {
    using clone = aClone({
      ...files,
      ".github/gsd.yml": `${files[".github/gsd.yml"]}commands: { test: "exit 1" }\n`,
    });
    const { status, stderr } = await clone.gsd(["run", "quick", "Add notes"]);
    expect(stderr).toContain("gsd: done, but look at check: not well at the end.");
    expect(status).toBe(3);
    expect(clone.git("status", "--porcelain")).toBe("?? notes.md\n");
  }, 60_000);

  it("leaves the tree as it was when an agent fails", async () => {
    using clone = aClone({ ...files, ".gsd/agent.mjs": "process.exit(1);\n" });
    const { status, stdout, stderr } = await clone.gsd(["run", "quick", "Add notes"]);
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(stderr).toContain("Your work tree is as it was");
    expect(clone.git("status", "--porcelain")).toBe("");
  }, 60_000);
});

describe("gsd run", () => {
  it("walks a recipe with its roles, models and prices, and runs nothing", async () => {
    using clone = aClone({ "README.md": "# A\n", ".github/gsd.yml": "engine: claude-code\n" });
    const { status, stdout } = await clone.gsd(["run", "quick", "Add notes", "--dry-run", "--budget", "3"]);
    expect(stdout).toMatch(/^Step +Who +Model +About\nimplement +\w+ on claude-code +claude-[\w-]+ +\$\d/);
    expect(stdout).toMatch(
      /gate +gsd \(gate\)\nrules +gsd \(rules\)\ncheck +the repository's commands\nreview correctness +correctness on claude-code/,
    );
    expect(stdout.split("\n").filter((line) => line.length > 80)).toEqual([]);
    expect(stdout).toMatch(
      /It costs about \$[\d.]+ when each agent succeeds at once, at most \$3\.00\. Nothing\s+was run\./,
    );
    expect(status).toBe(0);
  });

  it("says in a dry run what would keep it from starting, and ends with 3", async () => {
    using clone = aClone({ "README.md": "# A\n", ".github/gsd.yml": "engine: claude-code\n" });
    const dry = (...args: string[]) => clone.gsd(["run", "quick", "Add notes", "--dry-run", ...args]);
    const unknown = await dry("--role", "wizard");
    expect(unknown.stdout).toMatch(/implement +nobody can be asked/);
    expect(unknown.stdout).toMatch(/It would not start: there is no role "wizard"; use one of/);
    expect(unknown.stdout).not.toContain("costs");
    expect(unknown.status).toBe(3);
    const poor = JSON.parse((await dry("--budget", "0.01", "--json")).stdout);
    expect(poor.refusals[0]).toMatch(/would cost about \$0\.\d+, but only \$0\.01 is left/);
  });

  it("puts the named role to work, and leaves the reviewers who they are; a price above the budget is said", async () => {
    using clone = aClone({ "README.md": "# A\n", ".github/gsd.yml": "engine: claude-code\n" });
    const args = ["run", "quick", "Add notes", "--dry-run", "--role", "architect", "--budget", "1"];
    const { stdout, status } = await clone.gsd(args);
    expect(stdout).toMatch(/implement +architect on claude-code/);
    expect(stdout).toMatch(/review security +security on claude-code/);
    expect(stdout.replaceAll("\n", " ")).toMatch(/but may cost \$1\.00 at most: it would probably stop/);
    expect(status).toBe(0);
  });

  it("finds a task of a plan, and names the tasks where none is said", async () => {
    const task = (id: string) =>
      `  - id: ${id}\n    title: Do ${id}\n    description: Please.\n    depends_on: []\n    acceptance: [It is done.]\n    scope: { files_hint: [src/${id}.ts] }\n`;
    const backlog = `version: 1\ntasks:\n${task("T01")}${task("T02")}`;
    using clone = aClone({ ...files, "specs/changes/7-notes/BACKLOG.yaml": backlog });
    const change = (name: string) => clone.gsd(["run", "task", "--dry-run", "--change", name]);
    expect(await change("7-notes/T02")).toMatchObject({ status: 0, stderr: "" });
    expect(await change("specs/changes/7-notes/T02")).toMatchObject({ status: 0, stderr: "" });
    const [none, wrong] = [await change("7-notes"), await change("7-notes/T09")];
    expect(none.stderr).toMatch(
      /Which task of 7-notes is task to do\? .*`--change 7-notes\/T01`.* T01, T02\./,
    );
    expect(wrong.stderr).toMatch(/has no task T09; it has T01, T02\./);
    expect([none.status, wrong.status]).toEqual([2, 2]);
  });

  it.each([
    [
      ["run", "reserch", "x"],
      2,
      /There is no recipe reserch; did you mean research\? There are analyze, catch-up, debug, health, quick, research, retrofit, task\./,
    ],
    [["run", "rollback"], 2, /rollback is of kind rollback, which needs a track on GitHub\. There are /],
    [["run", "research"], 2, /What is research to find out\?/],
    [["run", "task"], 2, /What is task to change\?/],
    [
      ["run", "task", "--change", "7-none/T01"],
      2,
      /specs\/changes\/7-none\/BACKLOG\.yaml is not committed here/,
    ],
    [["run", "quick", "x", "--budget", "lots"], 2, /--budget takes dollars, such as 2\.50, not "lots"/],
    [["run", "quick", "x", "--engine", "codex"], 1, /`codex` needs the secret `OPENAI_API_KEY`/],
  ])("refuses %j", async (args, code, words) => {
    using clone = aClone(files);
    const { status, stdout, stderr } = await clone.gsd(args);
    expect(stderr).toMatch(words);
    expect({ status, stdout }).toEqual({ status: code, stdout: "" });
    expect(clone.left()).toEqual([]);
  });
});

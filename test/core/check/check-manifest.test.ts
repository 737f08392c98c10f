import { describe, expect, it } from "vitest";
import { newestAnswer } from "../../../core/check/answers-of.ts";
import { checkManifest, type ManifestCheck } from "../../../core/check/check-manifest.ts";
import type { Change, Manifest, StepRecord } from "../../../core/model/manifest.ts";
import { parseConfig } from "../../../core/model/parse-config.ts";

const base = "a".repeat(40);
const digest = "b".repeat(64);
const reading = parseConfig("limits:\n  files: 5\n  file_bytes: 1000\n");
if (!reading.ok) throw new Error("the configuration of this test is wrong");
const { config } = reading;

const write = (path: string, fields: object = {}): Change => ({
  path,
  mode: "100644",
  size: 3,
  sha256: digest,
  ...fields,
});

function anAgentStep(fields: object = {}): StepRecord {
  return {
    type: "agent",
    id: "implement",
    round: 1,
    member: "",
    outcome: "done",
    ok: true,
    seconds: 1,
    role: "developer",
    engine: "script",
    usage: { input: 1, output: 1 },
    usd: 0,
    answer: { type: "change", value: { summary: "Done." } },
    ...fields,
  };
}

function aManifest(fields: Partial<Manifest> = {}): Manifest {
  return {
    version: 2,
    job: { issue: 42, kind: "task", task: "T01", attempt: 1 },
    base,
    recipe: "task",
    sandbox: "bubblewrap",
    outcome: "done",
    notes: [],
    steps: [anAgentStep()],
    seconds: 1,
    changes: [write("src/a.ts")],
    ...fields,
  };
}

function check(manifest: unknown, fields: Partial<ManifestCheck> = {}) {
  return checkManifest({
    manifest,
    expected: { job: { issue: 42, kind: "task", task: "T01", attempt: 1 }, base },
    files: (sha256) => (sha256 === digest ? { size: 3, sha256, text: "abc" } : undefined),
    config,
    scope: "task",
    existing: new Set(["src/a.ts", "src/b.ts"]),
    rules: [],
    ...fields,
  });
}

function refusal(manifest: unknown, fields: Partial<ManifestCheck> = {}): string {
  const result = check(manifest, fields);
  return result.ok ? "accepted" : `${result.outcome}: ${result.problems.join(" ")}`;
}

describe("what publish believes of a manifest", () => {
  it("accepts a change within the task's scope", () => {
    expect(
      check(aManifest({ changes: [write("src/a.ts"), { path: "src/b.ts", deleted: true }] })),
    ).toMatchObject({ ok: true });
  });

  it.each([null, undefined, "x", [], {}, { version: 1 }])("refuses what is no manifest: %j", (manifest) => {
    expect(refusal(manifest)).toMatch(/^invalid-answer: /);
  });

  it("refuses links, submodules and unknown fields", () => {
    expect(refusal(aManifest({ changes: [write("src/a", { mode: "120000" })] }))).toContain(
      'should be one of "100644", "100755"',
    );
    expect(refusal(aManifest({ changes: [write("src/a", { mode: "160000" })] }))).toMatch(/^invalid-answer/);
    expect(refusal({ ...aManifest(), token: "x" })).toContain("token is not a known key");
  });

  it("refuses a manifest for another job or commit than the one that was given", () => {
    const job = { issue: 43, kind: "task", task: "T02", attempt: 2 } as const;
    expect(refusal(aManifest({ job, base: "c".repeat(40) }))).toBe(
      `refused-change: The manifest is for issue 43; 42 was asked for. The manifest is for task T02; T01 was asked for. The manifest is for attempt 2; 1 was asked for. The manifest is for commit ${"c".repeat(40)}; ${base} was given.`,
    );
  });

  it("refuses an answer of the wrong shape, wherever it lies, and names its step", () => {
    const wrong = anAgentStep({ answer: { type: "change", value: { summary: 1 } } });
    expect(refusal(aManifest({ steps: [wrong] }))).toContain("answer of implement: summary should be a text");
    const filed = anAgentStep({ member: "x", round: 2, answer: { type: "change", file: digest } });
    expect(refusal(aManifest({ steps: [filed] }))).toContain("answer of implement/x in round 2");
  });

  it("puts an answer that lies in a file back into its step", () => {
    const file = "e".repeat(64);
    const text = JSON.stringify({ summary: "From a file." });
    const result = check(aManifest({ steps: [anAgentStep({ answer: { type: "change", file } })] }), {
      files: (sha256) => ({ size: 3, sha256, text: sha256 === file ? text : "abc" }),
    });
    expect(result.ok && newestAnswer(result.manifest, "change")).toEqual({ summary: "From a file." });
  });

  it("needs no answer from a job that failed", () => {
    const steps = [anAgentStep({ outcome: "timeout", ok: false, answer: undefined })];
    expect(check(aManifest({ outcome: "timeout", steps, changes: [] }))).toMatchObject({ ok: true });
  });

  it("does not take silence for success", () => {
    expect(refusal(aManifest({ changes: [] }))).toBe(
      "no-change: The agent said it was done, but changed no file.",
    );
  });

  it.each([
    "/etc/passwd",
    "../x",
    "src/../../x",
    "src/./a",
    "src//a",
    "src/",
    "src\\a",
    "C:/x",
    ".git/config",
    ".GIT/hooks/pre-commit",
    "src/.git",
    "src/.Git/x",
    ".git /config",
    ".git./config",
    ".git::$INDEX_ALLOCATION/config",
    "git~1/config",
    "GIT~2/x",
    ".g\u200cit/config",
    "\uff0egit/config",
    "src/a\u0000b",
    "src/a\nb",
    "src/\u202ecod.exe",
    "src/e\u0301.ts",
    "src/a.",
    "src/a ",
    "src/a /b",
  ])("refuses the path %j", (path) => {
    expect(refusal(aManifest({ changes: [write(path)] }))).toMatch(/^refused-change: /);
    expect(refusal(aManifest({ changes: [{ path, deleted: true }] }))).toMatch(/^refused-change: /);
  });

  it.each([
    ".github/workflows/ci.yml",
    ".GitHub/workflows/ci.yml",
    "docs/CODEOWNERS",
    "src/claude.md",
    ".gitmodules",
    "a/.npmrc",
    ".gsd/agents/x.md",
  ])("refuses the protected %s wherever it is", (path) => {
    expect(refusal(aManifest({ changes: [write(path)] }))).toContain(
      "is protected; a person has to change it",
    );
  });

  it("takes a file that the task does not name, since people are shown it, but no file of a plan", () => {
    expect(refusal(aManifest({ changes: [write("lib/a.ts")] }))).toBe("accepted");
    expect(refusal(aManifest({ changes: [write("specs/changes/1-x/BACKLOG.yaml")] }))).toContain(
      "is protected; a person has to change it",
    );
  });

  it.each([
    [["src/a.ts", "src/A.ts"], "clashes"],
    [["src/a.ts", "Src/b.ts"], "clashes"],
    [["src/ß.ts", "src/SS.ts"], "clashes"],
    [["src/a", "src/a/b"], "to be a folder"],
    [["src/a/b", "src/A"], "to be a folder"],
    [["src/a.ts", "src/a.ts"], "changed twice"],
  ])("refuses %j together", (paths, message) => {
    expect(refusal(aManifest({ changes: paths.map((path) => write(path)) }))).toContain(message);
  });

  it("holds changes against the files that are there", () => {
    const existing = new Set(["src/a.ts", "src/dir/x.ts", "lib"]);
    const against = (...changes: Change[]) => refusal(aManifest({ changes }), { existing });
    expect(against(write("src/a.ts"))).toBe("accepted");
    expect(against(write("src/A.ts"))).toContain("`src/A.ts` clashes with `src/a.ts`");
    expect(against({ path: "src/a.ts", deleted: true }, write("src/A.ts"))).toBe("accepted");
    expect(against(write("SRC/new.ts"))).toContain("clashes with `src`");
    expect(against(write("src/dir"))).toContain("needs it to be a folder");
    expect(against(write("lib/a.ts"))).toContain("to be a folder, but it is a file");
    expect(against({ path: "src/none.ts", deleted: true })).toContain("is deleted, but does not exist");
  });

  it("lets what is there be changed and deleted under an odd name, and nothing be added under one", () => {
    const odd = ["drivers/aux.c", "docs/ a.md", "e\u0301.ts", "-x", "a:b", "x~1.txt"];
    const existing = new Set(odd);
    for (const path of odd) {
      expect(refusal(aManifest({ changes: [write(path)] }), { existing }), path).toBe("accepted");
      const gone = { path, deleted: true } as const;
      expect(refusal(aManifest({ changes: [gone] }), { existing }), path).toBe("accepted");
      expect(refusal(aManifest({ changes: [write(`${path}x/${path}`)] }), { existing }), path).toMatch(
        /^refused/,
      );
    }
    // Git's own folder is never safe, whoever put it there.
    const git = new Set([".GIT/config"]);
    expect(refusal(aManifest({ changes: [write(".GIT/config")] }), { existing: git })).toContain("git's own");
  });

  it("refuses missing, lying and oversized contents, and too many files", () => {
    expect(refusal(aManifest({ changes: [write("src/a.ts", { sha256: "c".repeat(64) })] }))).toContain(
      "is missing",
    );
    expect(refusal(aManifest({ changes: [write("src/a.ts", { size: 4 })] }))).toContain("has 3 bytes, not 4");
    expect(refusal(aManifest(), { files: () => ({ size: 3, sha256: "d".repeat(64), text: "" }) })).toContain(
      "digest",
    );
    expect(refusal(aManifest({ changes: [write("src/a.ts", { size: 2_000 })] }))).toContain(
      "limits.file_bytes allows 1000",
    );
    const six = Array.from({ length: 6 }, (_, index) => write(`src/${index}.ts`));
    expect(refusal(aManifest({ changes: six }))).toContain("6 files are changed; limits.files allows 5");
  });

  it("lets a job that may change nothing change nothing", () => {
    const job = { issue: 42, kind: "review", task: "T01", attempt: 1 } as const;
    const terms = { expected: { job, base }, scope: "none" as const };
    expect(refusal(aManifest({ job }), terms)).toContain("This job may change no files");
    expect(check(aManifest({ job, changes: [] }), terms)).toMatchObject({ ok: true });
  });

  it("lets a rollback reach beyond a task's scope, but not to protected paths", () => {
    const job = { issue: 42, kind: "rollback", task: "T01", attempt: 1 } as const;
    const rollback = (path: string) => aManifest({ job, steps: [], changes: [write(path)] });
    const terms = { expected: { job, base }, scope: "all" as const };
    expect(refusal(rollback("lib/x.ts"), terms)).toBe("accepted");
    expect(refusal(rollback(".github/x.yml"), terms)).toContain("protected");
  });

  it("tells of at most fifty problems", () => {
    const many = Array.from({ length: 5_000 }, (_, index) => write(`../${index}`));
    const result = check(aManifest({ changes: many }));
    expect(result.ok ? [] : result.problems).toHaveLength(51);
  });
});

import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { digestOf } from "../../../core/check/digest-of.ts";
import { parseRule } from "../../../core/check/rules/parse-rule.ts";
import { type DraftInput, draftAnswers } from "../../../core/jobs/draft-answers.ts";
import type { PublicationInput } from "../../../core/jobs/row.ts";
import { rowOf } from "../../../core/jobs/rows.ts";
import { blockersIn } from "../../../core/jobs/verdict.ts";
import type { Answers, Finding } from "../../../core/model/answers.ts";
import type { ClaimedJob } from "../../../core/model/job.ts";
import type { Change, Manifest, StepRecord } from "../../../core/model/manifest.ts";
import type { Publication } from "../../../core/model/publication.ts";
import type { Signal } from "../../../core/model/signal.ts";
import type { Track } from "../../../core/model/track.ts";
import { aCheck, aFinding, aManifest, anAgent, aReviewer, aRun } from "../../builders/a-manifest.ts";
import {
  aConfig,
  aJob,
  aMergedTask,
  aProposal,
  aReadyTask,
  aReport,
  aRollback,
  aTask,
  aTrack,
  sha,
} from "../../builders/a-track.ts";
import { aBacklog } from "../plan/a-backlog.ts";
import { shippedRecipe } from "../recipe/a-recipe.ts";

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const changes: Change[] = [{ path: "src/a.ts", deleted: true }];
const bound = { head: sha("a1"), pull: 11, planTree: sha("f1") };

interface Case {
  job: ClaimedJob;
  track?: Track;
  manifest: Partial<Manifest>;
  more?: Partial<PublicationInput>;
  /** What an earlier leg wrote. */
  documents?: DraftInput["documents"];
}

/** What the answers of a manifest come to. */
function draftOf(track: Track, manifest: Manifest, documents: DraftInput["documents"] = {}) {
  const { title, config } = track;
  return draftAnswers({ title, manifest, documents, protectedPaths: config.protected_paths });
}

const anyTrack = aTrack({ tasks: { T01: aTask({ files: ["src/**"] }) } });

/** The change of a manifest whose files hold nothing, and no rules for it. */
function aChange({ config, tasks }: Track, { changes }: Manifest): PublicationInput["change"] {
  const hints = tasks["T01"]?.files ?? [];
  return { changes, config, hints, files: () => undefined, scope: "task", existing: new Set(), rules: [] };
}

const noScan = { findings: [], risk: 0, allowed: 0, expired: [] };

/** What a result becomes, or why it does not. */
function publish({ job, track = anyTrack, manifest, more, documents }: Case) {
  const whole = aManifest(manifest);
  return rowOf(job).publication({
    track,
    job,
    manifest: whole,
    plan: draftOf(track, whole, documents),
    change: aChange(track, whole),
    scan: noScan,
    recipes: {},
    past: [],
    sha256,
    ...more,
  });
}

function sound(found: ReturnType<typeof publish>): Publication {
  if ("outcome" in found) throw new Error(found.reason);
  return found;
}

/** Steps that saw these changes. */
function seeing(what: Change[], ...steps: StepRecord[]): StepRecord[] {
  return steps.map((step) => ({ ...step, subject: digestOf(what, sha256) }));
}

/** A merge that left something to resolve. */
const mergeStep = {
  ...aRun(),
  type: "code" as const,
  id: "merge",
  code: "merge" as const,
  ok: false,
  problems: ["src/a.ts: both changed it"],
};

const typesOf = ({ steps }: Publication) => steps.map(({ type }) => type);

describe("a task's result", () => {
  const ofTask = (steps: StepRecord[], track?: Track) =>
    sound(publish({ job: aJob({ task: "T01" }), manifest: { changes, steps }, ...(track ? { track } : {}) }));

  it("becomes a commit, a pull request, statuses and a review", () => {
    const publication = ofTask(seeing(changes, anAgent(), aRun(), aReviewer("reviewer", [])));
    expect(typesOf(publication)).toEqual(["commit", "pull", ...Array(4).fill("status"), "review"]);
    expect(publication.steps).toMatchObject([
      { branch: "gsd-task/42/T01", on: "own", changes },
      { branch: "gsd-task/42/T01", base: "gsd/42-csv-export", draft: false },
      { context: "gsd/check", state: "success" },
      { context: "gsd/review", state: "success" },
      { context: "gsd/rules", state: "success" },
      { context: "gsd/scope", state: "success" },
      { verdict: { findings: [], missing: [] } },
    ]);
    expect(publication.result(bound)).toEqual({
      type: "task",
      head: sha("a1"),
      pull: 11,
      checks: "passed",
      findings: [],
      signals: [],
      risk: 0,
      tests: [],
      missing: [],
      failing: [],
    });
  });

  it("that resolves a conflict is a merge of the track branch into its own", () => {
    const merge: StepRecord = { ...mergeStep, conflicts: ["src/a.ts"] };
    const head = sha("a5");
    const tasks = { T01: aReadyTask({ status: "in_progress", catchUp: { status: "resolving", head } }) };
    const publication = ofTask(seeing(changes, merge, anAgent(), aRun()), aTrack({ tasks }));
    expect(publication.steps[0]).toMatchObject({
      on: "shared",
      merges: head,
      base: { branch: "gsd/42-csv-export" },
    });
    expect(publication.result(bound)).toMatchObject({ type: "task", conflicts: ["src/a.ts"] });
  });

  it("that no command checked gets a status that reads neither as passed nor as failed", () => {
    const publication = ofTask(seeing(changes, anAgent(), aRun([]), aReviewer("reviewer", [])));
    expect(publication.steps[2]).toMatchObject({ context: "gsd/check", state: "pending" });
  });

  it("is told with what code alone saw, and how many tests ran", () => {
    const signals: Signal[] = [{ code: "test-file-deleted", path: "test/a.test.ts", count: 3 }];
    const steps = seeing(changes, anAgent(), aRun([aCheck({ tests: { ran: 9, skipped: 1 } })]));
    const publication = sound(publish({ job: aJob({ task: "T01" }), manifest: { changes, steps, signals } }));
    expect(publication.steps.at(-1)).toMatchObject({ type: "review", verdict: { signals } });
    expect(publication.result(bound)).toMatchObject({
      signals,
      tests: [{ name: "test", ran: 9, skipped: 1 }],
    });
  });

  it("has the statuses of what rules found and of how far it goes, by what publish itself sees", () => {
    const parsed = parseRule("id: no-todo\nfiles: ['**']\ndeny: [TODO]\nseverity: blocker\nmessage: No.\n");
    if (!parsed.ok) throw new Error("the rule of this test is wrong");
    const written: Change[] = [{ path: "lib/b.ts", mode: "100644", size: 5, sha256: "0".repeat(64) }];
    const track = aTrack({
      config: { ...anyTrack.config, auto_merge: true },
      tasks: { T01: aTask({ files: ["src/a.ts"] }) },
    });
    const manifest = { changes: written, steps: seeing(written, anAgent(), aRun()), signals: [] };
    const more = {
      change: {
        ...aChange(track, aManifest(manifest)),
        files: () => ({ size: 5, sha256: "", text: "TODO\n" }),
        rules: [parsed.rule],
      },
    };
    const publication = sound(publish({ job: aJob({ task: "T01" }), track, manifest, more }));
    expect(publication.steps).toMatchObject([
      {},
      {},
      { context: "gsd/check" },
      { context: "gsd/review" },
      { context: "gsd/rules", state: "failure" },
      { context: "gsd/scope", state: "failure" },
      { verdict: { findings: [{ path: "lib/b.ts", line: 1 }], signals: [{ code: "outside-hints" }] } },
    ]);
  });

  it("waits for a person where the scanner's findings are too much together, though none is critical", () => {
    const aRisk = (path: string): Finding => ({
      path,
      line: 1,
      severity: "suggestion",
      message: "This runs as root.",
      rule: "scan/privilege",
    });
    const scanOf = (count: number) => {
      const findings = Array.from({ length: count }, (_, at) => aRisk(`${at}.sh`));
      return { findings, risk: Math.min(1, count / 5), allowed: 0, expired: [] };
    };
    const steps = seeing(changes, anAgent(), aRun(), aReviewer("reviewer", []));
    const withScan = (count: number) =>
      sound(
        publish({
          job: aJob({ task: "T01" }),
          manifest: { changes, steps },
          more: { scan: scanOf(count) },
        }),
      );
    const blockers = (publication: Publication) => {
      const result = publication.result(bound);
      return result.type === "task" ? blockersIn(result.findings).map(({ rule }) => rule) : [];
    };
    expect(withScan(3).steps[4]).toMatchObject({ context: "gsd/rules", state: "success" });
    expect(blockers(withScan(3))).toEqual([]);
    expect(withScan(4).steps[4]).toMatchObject({ context: "gsd/rules", state: "failure" });
    expect(blockers(withScan(4))).toEqual(["scan/risk"]);
  });

  it("names the commands that fail on it", () => {
    const failing = [aCheck({ ok: false, command: "npm run typecheck" }), aCheck()];
    const steps = seeing(changes, anAgent(), aRun(failing));
    expect(ofTask(steps).result(bound)).toMatchObject({ checks: "failed", failing: ["npm run typecheck"] });
  });

  it("is neither checked nor reviewed by what looked at something else", () => {
    const before: Change[] = [{ path: "src/b.ts", deleted: true }];
    const steps = seeing(before, anAgent(), aRun(), aReviewer("reviewer", [aFinding()]));
    const publication = ofTask(steps);
    expect(publication.result(bound)).toMatchObject({
      checks: "failed",
      findings: [],
      missing: ["reviewer"],
    });
    expect(publication.steps[2]).toMatchObject({ state: "failure" });
  });

  it("names the reviewers that gave no review, and keeps what the others said", () => {
    const config = aConfig({ reviewers: ["reviewer", "security"] });
    const track = aTrack({ config, tasks: { T01: aTask() } });
    const steps = seeing(changes, anAgent(), aRun(), aReviewer("security", [aFinding()]));
    expect(ofTask(steps, track).result(bound)).toMatchObject({
      findings: [aFinding()],
      missing: ["reviewer"],
    });
  });

  it("counts the newest review of each reviewer", () => {
    const steps = seeing(
      changes,
      anAgent(),
      aRun(),
      aReviewer("reviewer", [aFinding()]),
      aReviewer("reviewer", [], { round: 2 }),
    );
    expect(ofTask(steps).result(bound)).toMatchObject({ findings: [], missing: [] });
  });

  it.each<[string, StepRecord[], string]>([
    ["passed when all of its commands did", [aRun()], "passed"],
    ["not checked where there are no commands", [aRun([])], "none"],
    ["failed when a command did", [aRun([aCheck({ ok: false })])], "failed"],
    ["failed when its commands were cut short", [{ ...aRun([]), outcome: "cancelled", ok: false }], "failed"],
    ["failed when they could not run", [{ ...aRun([]), outcome: "sandbox", ok: false }], "failed"],
    ["failed when they never ran", [], "failed"],
    [
      "failed when one of several steps did",
      [{ ...aRun([aCheck({ name: "lint", ok: false })]), id: "lint", outcome: "checks-failed" }, aRun()],
      "failed",
    ],
    ["passed when it did in the last round", [aRun([aCheck({ ok: false })]), aRun([aCheck()], 2)], "passed"],
  ])("is %s", (_, runs, checks) => {
    expect(ofTask(seeing(changes, anAgent(), ...runs)).result(bound)).toMatchObject({ checks });
  });

  it("is not blamed for a linter that failed on the base already", () => {
    const lint = aCheck({ name: "lint", ok: false });
    const health = {
      runs: 1,
      attempts: 0,
      outcome: "done" as const,
      result: { sha: sha("b1"), checks: [lint], notes: [] },
    };
    const track = aTrack({ health, tasks: { T01: aTask() } });
    const steps = seeing(changes, anAgent(), aRun([lint, aCheck()]));
    expect(ofTask(steps, track).result(bound)).toMatchObject({ checks: "passed" });
  });

  it("that did not come to its end is kept on its branch, with the steps that need not be done again", () => {
    const job = aJob({ task: "T01" });
    const manifest = aManifest({ changes, outcome: "timeout", steps: [anAgent(), aRun()] });
    const track = aTrack({ tasks: { T01: aTask() } });
    const plan = draftOf(track, manifest);
    const kept = rowOf(job).keep({ track, job, manifest, plan, sound: changes });
    expect(kept?.steps).toMatchObject([{ type: "commit", branch: "gsd-task/42/T01", changes }]);
    expect(kept?.resume(bound)).toEqual({ commit: sha("a1"), done: ["implement"] });
    expect(rowOf(job).keep({ track, job, manifest, plan, sound: [] })).toBeUndefined();
  });
});

describe("a review's result", () => {
  const job = aJob({ kind: "review", task: "T01", base: { branch: "b", sha: sha("a1"), tree: sha("a2") } });
  const reviewing = (fields: object = {}) =>
    aTrack({ tasks: { T01: aReadyTask({ proposal: aProposal(fields) }) } });

  it("is posted at the head that was reviewed, with what rules had found", () => {
    const byRule = aFinding({ rule: "no-eval" });
    const steps = seeing([], aRun(), aReviewer("reviewer", []));
    const track = reviewing({ findings: [byRule, aFinding()] });
    const publication = sound(publish({ job, track, manifest: { changes: [], steps } }));
    const [status, ...rest] = publication.steps;
    // What rules found has a status of its own.
    expect(status).toMatchObject({ context: "gsd/review", state: "success", head: sha("a1") });
    expect(rest).toEqual([
      {
        type: "review",
        pull: 11,
        head: sha("a1"),
        verdict: { findings: [byRule], missing: [], signals: [], checks: "passed" },
      },
    ]);
    expect(publication.result({})).toMatchObject({ type: "review", head: sha("a1"), missing: [] });
  });

  it("says also what the commands said of a head that nobody had checked", () => {
    const { checks: _, ...unchecked } = aProposal({ handsOff: true });
    const track = aTrack({ tasks: { T01: aReadyTask({ proposal: unchecked }) } });
    const steps = seeing([], aRun([aCheck({ ok: false })]), aReviewer("reviewer", []));
    const publication = sound(publish({ job, track, manifest: { changes: [], steps } }));
    expect(typesOf(publication)).toEqual([...Array(4).fill("status"), "review"]);
    expect(publication.result({})).toMatchObject({ checks: "failed" });
  });

  it("has what rules find now in place of what they found before", () => {
    const track = reviewing({ findings: [aFinding({ rule: "no-eval" })] });
    const now = aFinding({ rule: "no-debugger" });
    const manifest = { changes: [], steps: seeing([], aReviewer("reviewer", [])), findings: [now] };
    expect(sound(publish({ job, track, manifest })).result({})).toMatchObject({ findings: [now] });
  });

  it("has nowhere to go when its pull request is gone", () => {
    expect(publish({ job, manifest: { changes: [] } })).toMatchObject({ outcome: "crashed" });
  });
});

describe("a plan's result", () => {
  const job = aJob({ kind: "plan" });
  const track = aTrack({ phase: "planning", health: { runs: 0, attempts: 0 } });
  const document = (member: string, text = `# ${member}\n\nWords.\n`) =>
    anAgent({ id: "documents", member, answer: { type: "document", value: { document: text } } });
  const spec = document(
    "spec",
    "# Spec\n\n## Requirements\n\n### Requirement: Export\n\nRows SHALL be exported.\n",
  );
  const backlog = anAgent({ id: "backlog", answer: { type: "backlog", value: { backlog: aBacklog({}) } } });
  const whole = [spec, document("arch"), document("qa"), backlog];

  it("becomes one commit and one draft pull request", () => {
    const publication = sound(publish({ job, track, manifest: { changes: [], steps: whole } }));
    expect(typesOf(publication)).toEqual(["commit", "read-plan", "pull"]);
    const [commit] = publication.steps;
    expect(commit).toMatchObject({ branch: "gsd/42-csv-export", on: "shared", changes: [] });
    expect(publication.result(bound)).toEqual({
      type: "plan",
      head: sha("a1"),
      tree: sha("f1"),
      pull: 11,
      shown: false,
    });
  });

  it("says what planners left as it was, what is missing, and what each task will take", () => {
    const task = { description: "Let me think. Write it.", scope: { files_hint: ["a"], estimated_hours: 9 } };
    const own = anAgent({ id: "backlog", answer: { type: "backlog", value: { backlog: aBacklog(task) } } });
    const risky = document("arch", "# Arch\n\n## Risks\n\n- Slow\n");
    const paid = { ...track, config: aConfig({ engine: "codex" }) };
    const past = Array.from({ length: 3 }, () => ({
      complexity: "high" as const,
      tokens: 4_290_000,
      usd: 2,
      minutes: 13,
      at: "2026-11-16T03:00:00.000Z",
      estimate: { tokens: 2_145_000, usd: 1, minutes: 26 },
      firstAttempt: true,
    }));
    const recipes = { task: shippedRecipe("task"), verify: shippedRecipe("verify") };
    const steps = [spec, risky, document("qa"), own];
    const manifest = { changes: [], steps };
    const publication = sound(publish({ job, track: paid, manifest, more: { past, recipes } }));
    const pull = publication.steps.find(({ type }) => type === "pull");
    const words = pull?.type === "pull" && pull.body.type === "plan-body" ? pull.body : undefined;
    expect(words?.risks).toEqual(["Slow"]);
    expect(words?.problems).toEqual([]);
    expect(words?.notes.map(({ type }) => type)).toEqual([
      ...["section-missing", "section-missing"],
      ...["requirements-unnumbered", "plan-fault", "plan-fault", "plan-fault", "plan-fault"],
    ]);
    expect(words?.record).toEqual({ count: 3, firstAttemptShare: 1, estimated: 3, estimateError: 1 });
    // Tasks of this size took twice the tokens and half the minutes.
    expect(words?.estimate.experience).toEqual({ count: 3, tokens: 2, minutes: 0.5 });
    expect(publication.result(bound)).toMatchObject({
      estimates: { T01: { tokens: 4_290_000, minutes: 13, usd: expect.any(Number) } },
    });
  });

  it("tells how the base is, where its recipe looked", () => {
    const looked: StepRecord = {
      type: "code",
      code: "health",
      id: "health",
      round: 1,
      member: "",
      outcome: "done",
      ok: true,
      seconds: 3,
      problems: [],
      checks: [aCheck({ tail: "all fine" }), aCheck({ name: "evil" })],
    };
    const publication = sound(publish({ job, track, manifest: { changes: [], steps: [...whole, looked] } }));
    expect(typesOf(publication)).toContain("remember-health");
    expect(publication.result(bound)).toMatchObject({
      shown: true,
      health: { sha: sha("b1"), checks: [{ name: "test", tail: "" }] },
    });
  });

  it.each([
    ["a backlog", whole.slice(0, 3)],
    ["one of its documents", [spec, document("qa"), backlog]],
    ["text in one of them", [spec, document("arch", " "), document("qa"), backlog]],
  ])("is refused without %s", (_, steps) => {
    expect(publish({ job, track, manifest: { changes: [], steps } })).toMatchObject({
      outcome: "invalid-answer",
    });
  });

  const textsOf = (publication: Publication) => {
    const [commit] = publication.steps;
    const files = commit?.type === "commit" ? commit.files : [];
    return Object.fromEntries(
      files.map((file) => [file.path.split("/").at(-1), "text" in file ? file.text : ""]),
    );
  };
  const loose = (value: object) =>
    anAgent({ id: "backlog", answer: { type: "backlog", value: { backlog: value } } });

  it("whose backlog has problems is proposed with them, by the lines of its file", () => {
    const entry = {
      id: "T01",
      title: "Export",
      description: "Export it.",
      acceptance: ["It works."],
      files: ["a"],
    };
    const steps = [...whole.slice(0, 3), loose({ version: 1, tasks: [entry] })];
    const publication = sound(publish({ job, track, manifest: { changes: [], steps } }));
    const lines = textsOf(publication)["BACKLOG.yaml"]?.split("\n") ?? [];
    const result = publication.result(bound) as { problems: { path: string; line: number }[] };
    expect(result.problems.map(({ path }) => path)).toEqual(["tasks[0].scope", "tasks[0].files"]);
    expect(lines[(result.problems[1]?.line ?? 0) - 1]).toContain("files:");
  });

  it("that nobody tries again is proposed as far as it came, with what is missing", () => {
    const last = { ...track, plan: { ...track.plan, attempts: 2 } };
    const manifest = aManifest({ changes: [], outcome: "invalid-answer", steps: [spec, document("qa")] });
    const input = {
      track: last,
      job,
      manifest,
      change: aChange(last, manifest),
      scan: noScan,
      plan: draftOf(last, manifest),
      recipes: {},
      past: [],
      sha256: () => "",
    };
    const publication = rowOf(job).lastResort?.(input);
    expect(Object.keys(textsOf(publication as Publication))).toEqual(["SPEC.md", "QA.md"]);
    expect(publication?.result(bound)).toMatchObject({
      problems: [{ path: "ARCH.md" }, { path: "BACKLOG.yaml", message: "is missing from the plan" }],
    });
    expect(rowOf(job).lastResort?.({ ...input, track })).toBeUndefined();
    const timeout = { ...manifest, outcome: "timeout" as const };
    expect(rowOf(job).lastResort?.({ ...input, manifest: timeout })).toBeUndefined();
  });

  it("takes documents that an earlier leg wrote", () => {
    const documents = { arch: "# Arch\n\nWords.\n" };
    const steps = [spec, document("qa"), backlog];
    expect(publish({ job, track, manifest: { changes: [], steps }, documents })).toHaveProperty("steps");
  });

  it("that did not come to its end keeps the documents that are sound", () => {
    const manifest = aManifest({
      changes: [],
      outcome: "crashed",
      steps: [spec, document("arch", " "), document("qa")],
    });
    const kept = rowOf(job).keep({ track, job, manifest, plan: draftOf(track, manifest), sound: [] });
    expect(kept?.resume(bound)).toEqual({ commit: sha("a1"), done: ["documents/spec", "documents/qa"] });
  });
});

describe("a verification's result", () => {
  const job = aJob({ kind: "verify" });
  const acceptance = ["It works.", "It has a test."];
  const tasks = { T01: aMergedTask({ acceptance }), T02: aTask({ status: "skipped", acceptance }) };
  const track = aTrack({ phase: "verifying", tasks });
  const first = { criterion: "T01.1", met: true, evidence: "it does" };
  const second = { criterion: "T01.2", met: true, evidence: "it has" };
  const saying = (...criteria: Answers["verification"]["criteria"]) =>
    anAgent({
      id: "verify",
      answer: { type: "verification", value: { summary: "Looked.", criteria } },
    });
  const answered = (met: boolean) => saying({ ...first, met }, second);
  const ofVerify = (...steps: StepRecord[]) =>
    publish({ job, track, manifest: { changes: [], steps: seeing([], ...steps) } });

  it("is written down on the track branch when all is met", () => {
    const publication = sound(ofVerify(aRun(), answered(true)));
    expect(publication.steps).toMatchObject([{ type: "commit", branch: "gsd/42-csv-export", on: "shared" }]);
    expect(publication.result(bound)).toEqual({ type: "verify", head: sha("a1"), checks: "passed" });
  });

  it.each<[string, StepRecord[], string]>([
    ["commands that did not run", [answered(true)], "checks-failed"],
    ["no answer", [aRun()], "invalid-answer"],
  ])("is not written down with %s", (_, steps, outcome) => {
    expect(ofVerify(...steps)).toMatchObject({ outcome });
  });

  it.each<[string, StepRecord[], string, string[]]>([
    ["a command that fails", [aRun([aCheck({ ok: false })]), answered(true)], "checks-failed", []],
    ["a criterion that is not met", [aRun(), answered(false)], "not-met", ["T01.1"]],
    ["both", [aRun([aCheck({ ok: false })]), answered(false)], "checks-failed", ["T01.1"]],
  ])("is written down with %s, too, and is no pass", (_, steps, outcome, ids) => {
    const publication = sound(ofVerify(...steps));
    const [commit] = publication.steps;
    const files = commit?.type === "commit" ? commit.files : [];
    const [summary, record] = files.map((file) => ({ text: "", ...file }));
    expect(summary).toMatchObject({ path: "specs/changes/42-csv-export/summary.md" });
    expect(JSON.parse(record?.text ?? "")).toMatchObject({ outcome, criteria: [{ id: "T01.1" }, {}] });
    const result = publication.result(bound);
    expect(result).toMatchObject({ type: "failed", outcome, verified: { head: sha("a1") } });
    const unmet = result.type === "failed" ? result.verified?.unmet : undefined;
    expect(unmet?.map(({ id }) => id)).toEqual(ids);
  });

  it("looks evidence up: what is not there shows nothing", () => {
    const proofs = (...at: string[]) => at.map((one) => ({ kind: "test" as const, at: one }));
    const run = aRun();
    const proven = new Set(["test/a.ts"]);
    const judged = (criteria: Answers["verification"]["criteria"]) =>
      publish({
        job,
        track,
        manifest: { changes: [], steps: seeing([], run, saying(...criteria)) },
        more: { proven },
      });
    expect(judged([{ ...first, proofs: proofs("test/b.ts:3") }, second])).toMatchObject({
      outcome: "invalid-answer",
      reason: expect.stringContaining(
        "T01.1 is said to be met by what is not there or did not pass: test/b.ts:3",
      ),
    });
    expect(judged([{ ...first, proofs: proofs("../test/a.ts") }, second])).toHaveProperty("outcome");
    const publication = sound(judged([{ ...first, proofs: proofs("./test/a.ts:3", "test/b.ts") }, second]));
    const [commit] = publication.steps;
    const words =
      commit?.type === "commit" && "words" in (commit.files[0] ?? {}) ? commit.files[0] : undefined;
    expect(words).toMatchObject({
      words: { criteria: [{ proofs: [{ found: true }, { found: false }] }, { proofs: [] }] },
    });
  });

  it.each<[string, Answers["verification"]["criteria"], string]>([
    ["no criteria at all", [], 'T01.1 is missing ("It works."); T01.2 is missing ("It has a test.")'],
    ["one that is left out", [first], 'T01.2 is missing ("It has a test.")'],
    ["one that is met and not met", [first, { ...first, met: false }, second], "T01.1 is answered 2 times"],
    [
      "no evidence",
      [{ ...first, evidence: " \u200b\n" }, second],
      "T01.1 is said to be met without evidence",
    ],
    [
      "a task that does not exist",
      [first, second, { ...first, criterion: "T09.1" }],
      '"T09.1" is not the id of a criterion of a merged task',
    ],
    [
      "a task that was skipped",
      [first, second, { ...first, criterion: "T02.1" }],
      '"T02.1" is not the id of a criterion of a merged task',
    ],
    ["the words in place of the id", [{ ...first, criterion: "It works." }, second], "T01.1 is missing"],
  ])("does not pass with %s, and says what is missing", (_, criteria, reason) => {
    expect(ofVerify(aRun(), saying(...criteria))).toEqual({
      outcome: "invalid-answer",
      reason: expect.stringContaining(reason),
    });
  });

  it("names what is not met, and what was said of it", () => {
    const unmet = { ...second, met: false, evidence: "looked at it" };
    expect(sound(ofVerify(aRun(), saying(first, unmet))).result(bound)).toEqual({
      type: "failed",
      outcome: "not-met",
      reason: 'Not met: T01.2 ("It has a test.").\nT01.2: looked at it',
      verified: {
        head: sha("a1"),
        unmet: [{ id: "T01.2", task: "T01", text: "It has a test.", evidence: "looked at it" }],
      },
    });
  });

  it("asks of a track of an older version that each task itself is done", () => {
    const older = aTrack({ phase: "verifying", tasks: { T01: aMergedTask({ title: "Read rows" }) } });
    const manifest = { changes: [], steps: seeing([], aRun(), saying()) };
    expect(publish({ job, track: older, manifest })).toMatchObject({
      reason: expect.stringContaining('T01.1 is missing ("Read rows")'),
    });
  });
});

describe("a report's result", () => {
  const job = aJob({ kind: "report" });
  const track = aTrack({ phase: "asking", reports: [aReport({ thread: 10 })] });
  const steps = [
    anAgent({
      id: "write",
      answer: { type: "report", value: { title: "Parsers", report: "The small one." } },
    }),
  ];
  const research = { name: "research", kind: "report" as const, description: "", steps: [] };

  it("is a comment where it was asked for", () => {
    const publication = sound(publish({ job, track, manifest: { changes: [], steps } }));
    expect(publication.steps).toMatchObject([{ type: "comment", thread: 10 }]);
    expect(publication.result({})).toEqual({ type: "report" });
  });

  it("is a file in a pull request where its recipe says so", () => {
    const recipes = { research: { ...research, to: "specs/research/<slug>.md" } };
    const publication = sound(publish({ job, track, manifest: { changes: [], steps }, more: { recipes } }));
    expect(publication.steps).toMatchObject([
      {
        type: "commit",
        branch: "gsd-report/42/1",
        files: [{ path: "specs/research/which-parser-is-fastest.md", text: "# Parsers\n\nThe small one.\n" }],
      },
      { type: "pull", base: "main", draft: false },
    ]);
    expect(publication.result(bound)).toEqual({ type: "report", pull: 11 });
  });
});

describe("a rollback's result", () => {
  const job = aJob({ kind: "rollback", task: "T01" });
  const target = (into: "track" | "default") => {
    const track = aTrack({
      tasks: { T01: aMergedTask() },
      rollbacks: [aRollback({ status: "running", into })],
    });
    return sound(publish({ job, track, manifest: { changes } })).steps[1];
  };

  it("is a pull request into the track, or into the default branch after the end", () => {
    expect(target("track")).toMatchObject({ branch: "gsd-rollback/42/T01-1", base: "gsd/42-csv-export" });
    expect(target("default")).toMatchObject({ base: "main" });
  });
});

describe("an update's result", () => {
  const track = aTrack({ tasks: { T01: aTask() } });
  const name = `${track.issue}-${track.slug}`;
  const ofUpdate = (path: string) => {
    const written: Change[] = [{ path, mode: "100644", size: 1, sha256: "0".repeat(64) }];
    return publish({
      job: aJob({ kind: "update" }),
      track: {
        ...track,
        update: { status: "resolving", number: 1, attempts: 0, head: sha("b1"), files: [] },
      },
      manifest: { changes: written, steps: seeing(written, aRun()) },
    });
  };

  it.each([
    "specs/changes/7-other/SPEC.md",
    "specs/archive/2026-01-01-7-other/BACKLOG.yaml",
    `Specs/Changes/${name}/SPEC.md`,
    `specs/changes/${name}`.concat("-2/SPEC.md"),
  ])("leaves the plans of others alone: %s", (path) => {
    expect(ofUpdate(path)).toMatchObject({ outcome: "refused-change" });
  });

  it.each([`specs/changes/${name}/SPEC.md`, `specs/archive/2026-01-01-${name}/SPEC.md`, "src/a.ts"])(
    "may come with %s, of which its own plan is taken from the track branch",
    (path) => {
      expect(sound(ofUpdate(path)).steps).toMatchObject([{ type: "commit", keeps: { name } }]);
    },
  );
});

import { readShipped } from "../../adapters/shipped-files.ts";
import type { AuditEntry } from "../../core/audit/entry.ts";
import type { Day } from "../../core/model/day.ts";
import type { HistoryRow } from "../../core/model/job.ts";
import type { Manifest, StepRecord } from "../../core/model/manifest.ts";
import { loadLibrary } from "../../core/prompt/load-library.ts";
import type { Recipe } from "../../core/recipe/recipe.ts";
import type { RepositorySource, Source } from "../../web/source.ts";
import {
  aJob,
  aMergedTask,
  aProposal,
  aReadyTask,
  aTask,
  aTrack,
  at,
  manyTasks,
  now,
  sha,
} from "../builders/a-track.ts";
import { aRepositorySource, aSource } from "./a-source.ts";

/** A text that would be a script, wherever it is not escaped. */
export const hostile = `</title><script>alert(1)</script><img src=x onerror=alert(2)>"'\`{{7*7}}`;

function aRow(fields: Partial<HistoryRow> & { job: string }): HistoryRow {
  return {
    at: now,
    outcome: "done",
    seconds: 340,
    run: 901,
    by: "claude-code",
    model: "claude-sonnet-4-5",
    tokens: 210_000,
    usd: 0.84,
    waited: 18,
    rounds: 2,
    ...fields,
  };
}

const rows: HistoryRow[] = [
  aRow({ job: "42/plan/-/1", at: at(-86_400 * 2), seconds: 410, tokens: 390_000, usd: 1.92, run: 890 }),
  aRow({ job: "42/task/T01/1", at: at(-86_400 - 7_000), run: 891 }),
  aRow({
    job: "42/task/T02/1",
    at: at(-86_400 - 3_000),
    run: 892,
    outcome: "checks-failed",
    model: "gpt-5-codex",
    by: "codex",
    usd: 0.51,
  }),
  aRow({ job: "42/task/T02/2", at: at(-5_000), run: 893, usd: 1.34, rounds: 3 }),
  aRow({ job: "42/task/T03/1", at: at(-1_200), run: 894, usd: 0.66 }),
];

/** A track in full swing: merged, waiting, running, failed, and what is still to come. */
export const busyTrack = aTrack({
  title: "Export reports as CSV and Markdown",
  createdAt: at(-86_400 * 2 - 900),
  plan: {
    runs: 1,
    attempts: 0,
    feedback: [],
    approved: { tree: sha("f1"), head: sha("f2"), at: at(-86_400 * 2), by: "mia" },
  } as never,
  usage: { input: 1_130_000, output: 74_000 },
  usd: 5.27,
  tasks: {
    T01: aMergedTask({
      title: "Turn a report into rows",
      usd: 0.84,
      usage: { input: 200_000, output: 10_000 },
      files: ["src/rows.ts"],
      acceptance: ["rows() gives a header and one row per category"],
      estimate: { tokens: 180_000, usd: 0.7, minutes: 6 },
    }),
    T02: aReadyTask({
      title: "Write rows as CSV",
      dependsOn: ["T01"],
      usd: 1.85,
      usage: { input: 400_000, output: 20_000 },
      files: ["src/csv.ts", "test/csv.test.ts"],
      acceptance: ["A field with a comma is quoted"],
    }),
    T03: aReadyTask({
      title: "Write rows as Markdown",
      dependsOn: ["T01"],
      usd: 0.66,
      status: "needs_input",
      trouble: {
        type: "task-failed",
        task: "T03",
        why: {
          outcome: "checks-failed",
          reason: "npm test fails: 2 of 31",
          run: 894,
          spent: { on: "T03", usd: 0.66 },
        },
        attempts: 3,
      } as never,
      proposal: aProposal({ pull: 13, checks: "failed" }),
    }),
    T04: aTask({
      title: "Choose the format by name",
      dependsOn: ["T02", "T03"],
      status: "in_progress",
      runs: 1,
    }),
    T05: aTask({ title: "Document the formats", dependsOn: ["T04"] }),
    T06: aTask({ title: "Add --format to the command line", dependsOn: ["T04"] }),
    T07: aTask({ title: "An idea that was dropped", status: "skipped" }),
  },
  history: rows,
  jobs: [{ ...aJob({ task: "T04" }), since: at(-220) }],
});

/** Foreign words in every place of a track. */
export const hostileTrack = aTrack({
  issue: 66,
  title: hostile,
  requestedBy: hostile.slice(0, 100),
  tasks: {
    T01: aReadyTask({ title: hostile, files: [hostile], acceptance: [hostile] }),
    T02: aTask({ title: hostile, dependsOn: ["T01"] }),
  },
  history: [aRow({ job: "66/task/T01/1", model: hostile, by: hostile })],
});

/** As large as tracks get. */
export const largeTrack = aTrack({
  issue: 500,
  title: "Move every screen to the new design",
  tasks: manyTasks(500, (index) => {
    const statuses = ["completed", "completed", "review", "in_progress", "pending", "failed"] as const;
    const dependsOn = index < 20 ? [] : [`T${String(index - 19).padStart(2, "0")}` as const];
    return aTask({
      title: `Screen number ${index + 1} and its tests`,
      status: statuses[index % 6] ?? "pending",
      dependsOn: dependsOn as never,
      usd: 0.2,
    });
  }),
  usd: 100,
});

const agentStep = (fields: Partial<Extract<StepRecord, { type: "agent" }>>): StepRecord => ({
  type: "agent",
  id: "implement",
  round: 1,
  member: "",
  outcome: "done",
  ok: true,
  at: at(-5_340),
  seconds: 150,
  role: "senior",
  engine: "claude-code",
  model: "claude-sonnet-4-5",
  choice: "senior on claude-code: task → senior; balanced model",
  usage: { input: 120_000, output: 8_000, cached: 90_000, thinking: 0 },
  usd: 0.5,
  waited: 96,
  turns: 14,
  ...fields,
});

const review = (summary: string, findings: unknown[]) => ({
  type: "review" as const,
  value: { summary, findings },
});

/** What the crew of T02's second leg wrote down: a round with findings, and one without. */
export const sampleManifest: Manifest = {
  version: 2,
  job: { issue: 42, kind: "task", task: "T02", attempt: 2 },
  base: sha("b1"),
  at: at(-5_345),
  recipe: "task",
  sandbox: "bubblewrap",
  outcome: "done",
  notes: [],
  changes: [],
  seconds: 340,
  steps: [
    agentStep({}),
    {
      type: "code",
      id: "gate",
      code: "gate",
      round: 1,
      member: "",
      outcome: "done",
      ok: true,
      at: at(-5_190),
      seconds: 0.4,
      problems: [],
    },
    {
      type: "run",
      id: "check",
      round: 1,
      member: "",
      outcome: "done",
      ok: true,
      at: at(-5_189),
      seconds: 22,
      checks: [
        {
          name: "test",
          command: "npm test",
          ok: true,
          seconds: 22,
          tail: "31 passed",
          tests: { ran: 31, skipped: 1 },
        },
      ],
    },
    agentStep({
      id: "review",
      member: "correctness",
      role: "correctness",
      at: at(-5_167),
      seconds: 40,
      waited: 33,
      usd: 0.11,
      ok: false,
      answer: review("A quote inside of a field is not doubled.", [
        {
          path: "src/csv.ts",
          line: 14,
          severity: "blocker",
          message: `A field with a quote breaks the row. ${hostile}`,
          suggestion: "Double the quote.",
        },
      ]),
    }),
    agentStep({
      id: "review",
      member: "security",
      role: "security",
      at: at(-5_167),
      seconds: 52,
      waited: 40,
      usd: 0.12,
      answer: review("Nothing to object to.", []),
    }),
    agentStep({
      id: "fix",
      at: at(-5_115),
      seconds: 60,
      waited: 30,
      usd: 0.3,
      answer: { type: "change", value: { summary: "Quotes inside of a field are doubled now." } },
    }),
    {
      type: "code",
      id: "gate",
      code: "gate",
      round: 2,
      member: "",
      outcome: "done",
      ok: true,
      at: at(-5_055),
      seconds: 0.3,
      problems: [],
    },
    agentStep({
      id: "review",
      member: "correctness",
      role: "correctness",
      round: 2,
      at: at(-5_050),
      seconds: 31,
      waited: 25,
      usd: 0.1,
      answer: review("The quote is doubled now.", []),
    }),
  ],
};

const entries: AuditEntry[] = [
  {
    action: "ask",
    what: "plan",
    at: at(-86_400 * 2 - 900),
    commit: sha("a1"),
    issue: 42,
    actor: "mia",
    heard: [],
  },
  { action: "job", ...(rows[0] as HistoryRow), commit: sha("a2"), issue: 42, actor: "gsd", heard: [] },
  {
    action: "approve",
    what: "plan",
    sha: sha("f2"),
    tree: sha("f1"),
    pull: 10,
    at: at(-86_400 * 2),
    commit: sha("a3"),
    issue: 42,
    actor: "mia",
    heard: ["c1"],
  },
  {
    action: "merge",
    what: "task",
    task: "T01",
    sha: sha("e1"),
    pull: 11,
    at: at(-86_400),
    commit: sha("a4"),
    issue: 42,
    actor: "gsd",
    heard: [],
  },
  {
    action: "refuse",
    why: "not-allowed",
    command: "approve",
    task: "T02",
    sha: undefined,
    thread: 12,
    source: "c9",
    at: at(-3_000),
    commit: sha("a5"),
    issue: 42,
    actor: hostile,
    heard: ["c9"],
  },
];

const day = (usd: number): Day => ({ version: 2, usd, reserved: {}, settled: { "42/task/T02/2": usd } });

const transcript = Array.from(
  { length: 4_000 },
  (_, at) => `step ${at}: reads src/csv.ts and thinks about quotes`,
).join("\n");
const files: Record<string, string> = {
  "implement.1.prompt.md": `# What you do\n\nWrite rows as CSV.\n\n${hostile}\n`,
  "implement.1.txt": transcript,
  "review.1.correctness.txt": `${hostile}\n`,
};

/** The recipes that we ship. */
export async function shippedRecipes(root: string): Promise<Recipe[]> {
  const shipped = await readShipped(root);
  return Object.values(loadLibrary({ shipped, own: [] }, { protectedPaths: [] }).recipes);
}

/** A repository with all of that, for those who look at pages. */
export async function sampleSource(root = "."): Promise<Source> {
  const recipes = await shippedRecipes(root);
  const merged = aTrack({ issue: 7, title: "Say hello in four languages", phase: "merged" });
  const fields: Partial<RepositorySource> = {
    history: async () => ({ entries, isCut: false }),
    days: async () =>
      ["2026-11-12", "2026-11-13", "2026-11-14", "2026-11-15", "2026-11-16"].map((date, index) => ({
        date,
        day: day([1.2, 0, 3.4, 1.34, 0.66][index] ?? 0),
      })),
    journal: async (job) =>
      (job.task === "T02" && job.attempt === 2) || job.issue === 66
        ? { type: "read", manifest: sampleManifest }
        : { type: "gone" },
    logs: async () => ({
      files: Object.entries(files).map(([name, text]) => ({ name, bytes: text.length })),
      read: (name) => (Object.hasOwn(files, name) ? Buffer.from(files[name] ?? "") : undefined),
    }),
    recipes: async () => ({
      recipes,
      own: [],
      problems: [{ file: ".gsd/recipes/odd.yml", path: "steps", message: `is wrong: ${hostile}` }],
    }),
    compare: async () => [
      {
        path: "src/csv.ts",
        status: "added",
        blob: sha("c1"),
        patch: `@@ -0,0 +1,3 @@\n+export function csv(rows) {\n+  return "${hostile}";\n+}`,
      },
      { path: "assets/logo.png", status: "added", blob: sha("c2") },
    ],
    changesOf: async () => [
      { path: hostile, status: "modified", blob: sha("c3"), patch: "@@ -1 +1 @@\n-old\n+new" },
    ],
  };
  return aSource(aRepositorySource([busyTrack, largeTrack, hostileTrack, merged], fields));
}

/** Every page of the sample. */
export const samplePages: readonly [name: string, path: string][] = [
  ["overview", "/tracks"],
  ["repository", "/octo/shop/tracks"],
  ["track", "/octo/shop/tracks/42"],
  ["timeline", "/octo/shop/tracks/42/timeline"],
  ["agents", "/octo/shop/tracks/42/timeline?agents"],
  ["cost", "/octo/shop/tracks/42/cost?roles"],
  ["history", "/octo/shop/tracks/42/history"],
  ["task", "/octo/shop/tracks/42/tasks/T02"],
  ["job", "/octo/shop/tracks/42/jobs/task/T02/2"],
  ["transcript", "/octo/shop/tracks/42/jobs/task/T02/2/said/implement.1.txt"],
  ["prompt", "/octo/shop/tracks/42/jobs/task/T02/2/said/implement.1.prompt.md"],
  ["trace", "/octo/shop/tracks/42/trace"],
  ["trace-file", "/trace"],
  ["spending", "/octo/shop/spending"],
  ["recipes", "/octo/shop/recipes"],
  ["large", "/octo/shop/tracks/500"],
  ["hostile", "/octo/shop/tracks/66"],
  ["hostile-task", "/octo/shop/tracks/66/tasks/T01"],
  ["not-found", "/octo/shop/tracks/9999"],
];

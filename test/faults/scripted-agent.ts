import { createHash } from "node:crypto";
import { criteriaOf } from "../../core/check/criteria.ts";
import { digestOf } from "../../core/check/digest-of.ts";
import { refOf } from "../../core/codec/keys.ts";
import type { Answers, AnswerType } from "../../core/model/answers.ts";
import type { Backlog } from "../../core/model/backlog.ts";
import type { TaskId } from "../../core/model/ids.ts";
import type { ClaimedJob, JobKind } from "../../core/model/job.ts";
import type { Change, CheckResult, CodeName, Manifest, StepRecord } from "../../core/model/manifest.ts";
import type { Track } from "../../core/model/track.ts";
import type { Artifact } from "../../loop/publish/artifact.ts";

const files: Record<TaskId, Record<string, string>> = {
  T00: { "docs/csv.md": "# CSV\n\nSoon.\n" },
  T01: { "src/rows.js": "export const rows = (report) => report.map(Object.values);\n" },
  T02: {
    "src/csv.js":
      'import { rows } from "./rows.js";\n\nexport const csv = (report) => rows(report).join("\\n");\n',
    "docs/csv.md": "# CSV\n\nOne line per row.\n",
  },
  // Half of T02, where it is split.
  T03: { "docs/columns.md": "# Columns\n\nOne for each field.\n" },
};

const minutes = { "docs/minutes.md": "# Minutes\n\nEach total has them.\n" };

/** What a task writes: in a track about minutes something of its own. */
function filesFor({ title }: Track, task: TaskId | undefined): Record<string, string> {
  if (isAboutMinutes(title)) return minutes;
  return (task && files[task]) ?? {};
}

function isAboutMinutes(title: string): boolean {
  return title.includes("minutes");
}

const backlog: Backlog = {
  version: 1,
  tasks: [aTask("T01", "Turn a report into rows", []), aTask("T02", "Write rows as CSV", ["T01"])],
};

function backlogOf({ title }: Track): Backlog {
  if (!isAboutMinutes(title)) return backlog;
  const scope = { files_hint: Object.keys(minutes), estimated_hours: 1 };
  return { version: 1, tasks: [{ ...aTask("T01", "Write minutes", []), scope }] };
}

function aTask(id: TaskId, title: string, depends_on: TaskId[]): Backlog["tasks"][number] {
  const scope = { files_hint: Object.keys(files[id] ?? {}), estimated_hours: 1 };
  return { id, title, description: `${title}.`, depends_on, acceptance: [`${title} works`], scope };
}

const documents = {
  spec: `# CSV

## Requirements

A report can be written as CSV.

## Spec changes

### Capability: report

#### Added: CSV

- WHEN a report is written as CSV
- THEN it has one line per row
`,
  arch: "# Design\n\n## Design\n\nRows first, then CSV from them.\n",
  qa: "# Tests\n\n## Test plan\n\n- One test for each format.\n",
};

const totals = (words: string) => `#### Modified: Totals

- WHEN entries are reported
- THEN each has its total in ${words}
`;

/** In tracks whose titles say so, the plan changes what is promised already. */
function documentsOf({ title }: Track): Record<string, string> {
  const { spec } = documents;
  const [start = ""] = spec.split("#### Added");
  if (isAboutMinutes(title)) return { ...documents, spec: `${start}${totals("minutes")}` };
  return title.includes("hours") ? { ...documents, spec: `${spec}\n${totals("hours")}` } : documents;
}

const retrofitted = "It holds reports.\n\n## Rows\n\n- WHEN rows are written\n- THEN each is a line\n";

const checks: CheckResult[] = [{ name: "test", command: "npm test", ok: true, seconds: 1, tail: "" }];
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

interface Crew {
  job: ClaimedJob;
  track: Track;
  subject: string;
}

const reviewers = ["correctness", "security"];

/** What each kind's crew did, step by step. */
const crews: Record<JobKind, (crew: Crew) => StepRecord[]> = {
  plan: ({ track }) => [
    ...(track.plan.revision ? [] : [code("health", { checks })]),
    ...Object.entries(documentsOf(track)).map(([member, document]) =>
      asked("documents", "document", { document: withWords(document, track) }, { member }),
    ),
    code("merge-documents"),
    asked("backlog", "backlog", { backlog: backlogOf(track), remarks: answersTo(track) }),
    code("check-backlog"),
  ],
  task: ({ job, track, subject }) => [
    asked("implement", "change", { summary: `${job.task} is done.` }, { subject }),
    code("gate", { subject }),
    ran(subject),
    ...reviewers.map((member) => asked("review", "review", reviewOf(job, track), { subject, member })),
  ],
  review: ({ job, track, subject }) => [
    ran(subject),
    ...reviewers.map((member) => asked("review", "review", reviewOf(job, track), { subject, member })),
  ],
  verify: ({ subject, track }) => [
    ran(subject),
    asked("verify", "verification", {
      summary: "All of it works.",
      criteria: criteriaOf(track).map(({ id }) => ({
        criterion: id,
        met: true,
        evidence: "seen",
      })),
    }),
  ],
  update: ({ subject }) => [
    code("merge", { ok: false, problems: ["src/rows.js: both added it"], conflicts: ["src/rows.js"] }),
    asked("resolve", "change", { summary: "Both lines are kept." }, { subject }),
    code("gate", { subject }),
    ran(subject),
  ],
  rollback: ({ job, track }) => [code("revert", { reverted: revertedBy(job, track) })],
  rebase: ({ job, track }) => [
    asked("propose", "amendment", {
      reason: "It was too much.",
      lesson: "Rows come before their names.",
      tasks: betterTasks(job, track),
    }),
    code("check-backlog"),
  ],
  report: ({ track }) => {
    const isSpec = track.reports.some(({ recipe }) => recipe === "retrofit");
    return [
      asked("look", "report", {
        title: isSpec ? "Reports" : "What I found",
        report: isSpec ? retrofitted : "Nothing new.",
      }),
    ];
  },
  health: () => [code("health", { checks })],
};

/** The task with another title; or the same task and a part that it leaves to another. */
function betterTasks({ task: id }: ClaimedJob, { tasks }: Track): Backlog["tasks"] {
  const own = backlog.tasks.filter((task) => task.id === id);
  if (!id || !tasks[id]?.rebase?.split) return own.map((task) => ({ ...task, title: "Less of it" }));
  const scope = { files_hint: Object.keys(files["T03"] ?? {}), estimated_hours: 1 };
  return [
    ...own.map((task) => ({ ...task, title: "Write lines" })),
    { ...aTask("T90", "Name the columns", [id]), scope },
  ];
}

/** What people want to read is the last line of every document. */
function withWords(document: string, { plan }: Track): string {
  const words = plan.feedback.flatMap((one) => (one.type === "words" ? [`- ${one.text}\n`] : []));
  return `${document}${words.length > 0 ? "\n" : ""}${words.join("")}`;
}

function answersTo({ plan }: Track) {
  const words = plan.feedback.filter(({ type }) => type === "words");
  return words.map((_, index) => ({ remark: `R${index + 1}`, done: "It says so now." }));
}

function reviewOf({ task }: ClaimedJob, track: Track): Answers["review"] {
  const [path = "README.md"] = Object.keys(filesFor(track, task));
  return {
    summary: `${task} does what it should.`,
    findings: [{ path, line: 1, severity: "nitpick", message: "Say why." }],
  };
}

function revertedBy({ task, attempt }: ClaimedJob, { rollbacks }: Track): TaskId[] {
  return rollbacks.find((one) => one.task === task && one.attempt === attempt)?.tasks ?? [];
}

const step = { round: 1, member: "", outcome: "done", ok: true, seconds: 1 } as const;

function asked<T extends AnswerType>(
  id: string,
  type: T,
  value: Answers[T],
  more: { member?: string; subject?: string } = {},
): StepRecord {
  const usage = { input: 100, output: 10 };
  const by = { role: more.member || "developer", engine: "script", usage, usd: 0 };
  return { ...step, type: "agent", id, ...by, answer: { type, value }, ...more };
}

function ran(subject: string): StepRecord {
  return { ...step, type: "run", id: "check", checks, subject };
}

function code(name: CodeName, more: Partial<Extract<StepRecord, { type: "code" }>> = {}): StepRecord {
  return { ...step, type: "code", id: name, code: name, problems: [], ...more };
}

/** What an agent job leaves behind, made in memory: the same for every attempt. */
export function answerAs(job: ClaimedJob, track: Track): Artifact {
  const contents = new Map<string, Buffer>();
  const changes = changers[job.kind]?.({ job, track }, contents) ?? [];
  const subject = digestOf(changes, sha256);
  const manifest: Manifest = {
    version: 2,
    job: refOf(job),
    base: job.base.sha,
    recipe: job.kind,
    sandbox: "off",
    outcome: "done",
    notes: [],
    steps: crews[job.kind]({ job, track, subject }),
    changes,
    seconds: 1,
    ...(isCurious(job, track) ? askFirst(job, subject) : {}),
    ...(isHelpless(job, track) ? { outcome: "no-change", changes: [] } : {}),
  };
  return { manifest, digest: "0".repeat(64), file: (digest) => contents.get(digest) };
}

/** In a track whose title says so, the plan and T01 ask something before they are done. */
function isCurious({ kind, task }: ClaimedJob, { title, forms = [] }: Track): boolean {
  if (!title.endsWith("?") || (kind !== "plan" && task !== "T01") || kind === "review") return false;
  return !forms.some((form) => form.task === task && form.questions.every(({ answer }) => answer));
}

/** In a track whose title says so, nobody can do T01 before it is written anew. */
function isHelpless({ kind, task }: ClaimedJob, { title, tasks }: Track): boolean {
  return title.endsWith("!") && kind === "task" && task === "T01" && tasks.T01?.rebase?.status !== "done";
}

function askFirst({ kind }: ClaimedJob, subject: string): Pick<Manifest, "outcome" | "steps"> {
  const questions = [
    { type: "yes-no" as const, ask: kind === "plan" ? "Quote all fields?" : "Sort the rows?" },
  ];
  const step =
    kind === "plan"
      ? asked("documents", "document", { document: documents.spec, questions }, { member: "spec" })
      : asked("implement", "change", { summary: "Half of it.", questions }, { subject });
  return { outcome: "asked", steps: [{ ...step, outcome: "asked", ok: false }] };
}

/** What each kind changes; the others change nothing. */
const changers: Partial<
  Record<JobKind, (crew: Omit<Crew, "subject">, contents: Map<string, Buffer>) => Change[]>
> = {
  rollback: ({ job, track }) =>
    revertedBy(job, track).flatMap((task) =>
      Object.keys(files[task] ?? {}).map((path) => ({ path, deleted: true as const })),
    ),
  task: ({ job, track }, contents) => changesTo(filesFor(track, job.task), contents),
  // Only T01 is merged when the default branch conflicts with it.
  update: (_, contents) => changesTo(files.T01 ?? {}, contents),
};

function changesTo(wanted: Record<string, string>, contents: Map<string, Buffer>): Change[] {
  return Object.entries(wanted).map(([path, text]) => {
    const content = Buffer.from(text);
    const digest = createHash("sha256").update(content).digest("hex");
    contents.set(digest, content);
    return { path, mode: "100644", size: content.length, sha256: digest };
  });
}

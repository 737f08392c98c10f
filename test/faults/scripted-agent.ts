import { createHash } from "node:crypto";
import type { Answers } from "../../core/model/answers.ts";
import type { Backlog } from "../../core/model/backlog.ts";
import type { TaskId } from "../../core/model/ids.ts";
import type { JobRef } from "../../core/model/job.ts";
import type { LiveJob } from "../../core/model/live-job.ts";
import type { Change, Manifest } from "../../core/model/manifest.ts";
import type { Track } from "../../core/model/track.ts";
import type { Artifact } from "../../loop/publish/artifact.ts";

const files: Record<TaskId, Record<string, string>> = {
  T01: { "src/rows.js": "export const rows = (report) => report.map(Object.values);\n" },
  T02: {
    "src/csv.js":
      'import { rows } from "./rows.js";\n\nexport const csv = (report) => rows(report).join("\\n");\n',
    "docs/csv.md": "# CSV\n\nOne line per row.\n",
  },
};

const backlog: Backlog = {
  version: 1,
  tasks: [aTask("T01", "Turn a report into rows", []), aTask("T02", "Write rows as CSV", ["T01"])],
};

function aTask(id: TaskId, title: string, depends_on: TaskId[]): Backlog["tasks"][number] {
  const scope = { files_hint: Object.keys(files[id]!), estimated_hours: 1 };
  return { id, title, description: `${title}.`, depends_on, acceptance: [`${title} works`], scope };
}

const spec = `# CSV

## Requirements

- A report can be written as CSV.

## Spec changes

### Capability: report

#### Added: CSV

- WHEN a report is written as CSV
- THEN it has one line per row
`;

type Answered = { [K in keyof Answers]: (job: LiveJob, track: Track) => Answers[K] };

const answers: Answered = {
  "plan-spec": () => ({ document: spec }),
  "plan-arch": () => ({ document: "# Design\n\n## Design\n\nRows first, then CSV from them.\n" }),
  "plan-qa": () => ({ document: "# Tests\n\n## Test plan\n\n- One test for each format.\n" }),
  backlog: () => ({ backlog }),
  task: ({ task }) => ({ summary: `${task} is done.` }),
  review: ({ task }) => ({
    summary: `${task} does what it should.`,
    findings: [{ path: Object.keys(files[task!]!)[0]!, line: 1, severity: "nitpick", message: "Say why." }],
  }),
  verify: () => ({
    summary: "All of it works.",
    criteria: backlog.tasks.map(({ id, acceptance }) => ({
      task: id,
      criterion: acceptance[0]!,
      met: true,
      evidence: "seen",
    })),
  }),
  rollback: ({ task, attempt }, { rollbacks }) => ({
    reverted: rollbacks.find((one) => one.task === task && one.attempt === attempt)?.tasks ?? [],
  }),
};

/** What an agent job leaves behind, made in memory: the same for every attempt. */
export function answerAs(job: LiveJob, track: Track): Artifact {
  const contents = new Map<string, Buffer>();
  const answer = answers[job.kind](job, track);
  const manifest: Manifest = {
    version: 1,
    job: refOf(job),
    base: job.base!.sha,
    engine: "script",
    sandbox: "off",
    outcome: "done",
    answer,
    usage: { input: 100, output: 10 },
    seconds: 1,
    checks: [{ name: "test", command: "npm test", ok: true, seconds: 1, tail: "" }],
    changes: changesOf(job, answer, contents),
  };
  return { manifest, file: (sha256) => contents.get(sha256) };
}

function refOf({ issue, kind, task, attempt }: LiveJob): JobRef {
  return { issue, kind, attempt, ...(task ? { task } : {}) };
}

function changesOf(job: LiveJob, answer: unknown, contents: Map<string, Buffer>): Change[] {
  if (job.kind === "rollback") {
    const { reverted } = answer as Answers["rollback"];
    return reverted.flatMap((task) =>
      Object.keys(files[task]!).map((path) => ({ path, deleted: true as const })),
    );
  }
  if (job.kind !== "task") return [];
  return Object.entries(files[job.task!]!).map(([path, text]) => {
    const content = Buffer.from(text);
    const sha256 = createHash("sha256").update(content).digest("hex");
    contents.set(sha256, content);
    return { path, mode: "100644", size: content.length, sha256 };
  });
}

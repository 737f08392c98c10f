/** Answers of the REST API about one small repository, with every hostile text that a page may meet. */
export const SCRIPT = "<script>alert(1)</script>";

const R = "/repos/octo/shop";
const HEAD = "f".repeat(40);
const MERGED = "e".repeat(40);
const user = (login: string) => ({ login, type: login.endsWith("[bot]") ? "Bot" : "User" });
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const base64 = (text: string) => Buffer.from(text).toString("base64");

const README = `# Shop ${SCRIPT}

A small shop with [docs](docs/guide.md). See #7, thanks @ada.

> [!NOTE]
> Prices are in cents.

| item | price |
|---|--:|
| tea | 250 |
| cake | 375 |

- [x] sell tea
- [ ] sell cake
`;

const PLAN = `<!-- gsd:sticky -->
### Plan for #7

| task | title | state |
|---|---|---|
| T01 | Add the exporter | ✅ merged |
| T02 | Wire the command | ⏳ running |

\`\`\`mermaid
graph TD
  T01 --> T02
\`\`\`

<details><summary>Why this order</summary>

T02 calls what T01 writes: \`exportCsv(rows)\`.

</details>

> [!WARNING]
> The estimate is a guess.
`;

const labels = [
  { name: "gsd:plan", color: "5319e7" },
  { name: "bug", color: "d73a4a" },
  { name: `odd ${SCRIPT}`, color: "0e8a16" },
];

const issue = {
  number: 7,
  title: `Export orders as CSV ${SCRIPT}`,
  body: `Our accountant wants a file.\n\n${SCRIPT}\n\n\`\`\`\norder,price\n1,250\n\`\`\``,
  state: "open",
  user: user("ada"),
  labels,
  comments: 2,
  created_at: ago(65),
  reactions: { "+1": 2, eyes: 1 },
};

const comments = [
  {
    id: 71,
    user: user("gsd[bot]"),
    body: PLAN,
    created_at: ago(60),
    updated_at: ago(3),
    reactions: { rocket: 1 },
  },
  {
    id: 72,
    user: user("grace"),
    body: "/approve",
    created_at: ago(30),
    updated_at: ago(30),
    reactions: { eyes: 1 },
  },
];

const pull = {
  number: 8,
  title: `T01: Add the exporter ${SCRIPT}`,
  state: "open",
  draft: false,
  merged_at: null,
  user: user("gsd[bot]"),
  head: { ref: "gsd-task/7/T01", sha: HEAD },
  base: { ref: "gsd/7-csv-export", sha: MERGED },
  labels: [labels[0]],
  created_at: ago(20),
  mergeable: true,
  mergeable_state: "clean",
  body: "Writes `exportCsv`. Part of #7.",
};

const commit = (sha: string, message: string) => ({
  sha,
  commit: { message, author: { name: "Ada", date: ago(25) } },
  parents: [{ sha: MERGED }],
});

const files = [
  {
    filename: `src/export${SCRIPT}.ts`,
    status: "modified",
    additions: 4,
    deletions: 1,
    patch: [
      "@@ -1,3 +1,6 @@",
      " import { rows } from './orders.ts';",
      "-export const csv = '';",
      "+/** Orders, one per line. */",
      "+export function exportCsv() {",
      `+  return rows.map((row) => row.join(',')).join('${SCRIPT}');`,
      "+}",
      " export { rows };",
    ].join("\n"),
  },
  { filename: "logo.png", status: "added", additions: 0, deletions: 0 },
];

const pullAnswers = {
  [`${R}/issues/8`]: { ...issue, ...pull, pull_request: {}, reactions: {} },
  [`${R}/issues/8/comments`]: [],
  [`${R}/pulls`]: [pull, { ...pull, number: 9, title: "Track: CSV export", draft: true }],
  [`${R}/pulls/8`]: pull,
  [`${R}/pulls/8/reviews`]: [
    {
      id: 81,
      user: user("gsd[bot]"),
      body: "One remark.",
      state: "COMMENTED",
      commit_id: HEAD,
      submitted_at: ago(10),
    },
    { id: 82, user: user("grace"), body: "", state: "APPROVED", commit_id: HEAD, submitted_at: ago(5) },
  ],
  [`${R}/pulls/8/comments`]: [
    {
      id: 811,
      pull_request_review_id: 81,
      user: user("gsd[bot]"),
      body: `**minor**: quote fields ${SCRIPT}`,
      path: files[0]?.filename,
      line: 4,
      side: "RIGHT",
      commit_id: HEAD,
    },
  ],
  [`${R}/pulls/8/commits`]: [commit(HEAD, `feat: export orders ${SCRIPT}\n\nWith a header line.`)],
  [`${R}/pulls/8/files`]: files,
  [`${R}/commits/${HEAD}/check-runs`]: {
    check_runs: [
      {
        name: "test",
        status: "completed",
        conclusion: "success",
        output: { title: "42 passed" },
        details_url: "http://127.0.0.1/octo/shop/actions/runs/90",
      },
      { name: "lint", status: "in_progress", conclusion: null, output: {} },
    ],
  },
  [`${R}/commits/${HEAD}/status`]: {
    sha: HEAD,
    statuses: [
      {
        context: "gsd/task",
        state: "pending",
        description: `waits ${SCRIPT}`,
        target_url: "javascript:alert(1)",
      },
    ],
  },
};

const step = (name: string, conclusion: string) => ({
  name,
  status: "completed",
  conclusion,
  started_at: ago(8),
  completed_at: ago(7),
});
const job = (id: number, name: string, conclusion: string | null) => ({
  id,
  name,
  status: conclusion ? "completed" : "in_progress",
  conclusion,
  started_at: ago(8),
  completed_at: conclusion ? ago(7) : null,
  steps: [step("Set up job", "success"), step(`Run ${SCRIPT}`, conclusion ?? "success")],
});

const run = {
  id: 90,
  name: "gsd",
  display_title: `gsd 7/task/T01/1 ${SCRIPT}`,
  run_number: 4,
  event: "workflow_dispatch",
  actor: user("github-actions[bot]"),
  head_branch: "main",
  head_sha: HEAD,
  status: "in_progress",
  conclusion: null,
  created_at: ago(9),
  updated_at: ago(7),
  run_started_at: ago(9),
};

const actionsAnswers = {
  [`${R}/actions/runs`]: {
    workflow_runs: [
      run,
      { ...run, id: 91, status: "completed", conclusion: "failure" },
      { ...run, id: 92, status: "completed", conclusion: "success" },
    ],
  },
  [`${R}/actions/runs/90`]: run,
  [`${R}/actions/runs/90/jobs`]: {
    jobs: [
      job(901, "control", "success"),
      job(902, "job (T01) / agent", "success"),
      job(903, "job (T01) / publish", "failure"),
      job(904, "job (T02) / agent", null),
    ],
  },
  [`${R}/actions/runs/90/artifacts`]: {
    artifacts: [{ id: 95, name: `gsd-7-${SCRIPT}`, size_in_bytes: 2048 }],
  },
  [`${R}/actions/artifacts/95`]: { id: 95, name: `gsd-7-${SCRIPT}`, size_in_bytes: 2048 },
  [`${R}/actions/artifacts/95/zip`]: Buffer.from("PK zip"),
  ...Object.fromEntries(
    [901, 902, 903, 904].map((id) => [
      `${R}/actions/jobs/${id}/logs`,
      `2026-01-01T10:00:00.0000000Z ##[group]Run ${SCRIPT}\n2026-01-01T10:00:01.0000000Z \u001b[32mok\u001b[0m\n2026-01-01T10:00:02.0000000Z ##[error]It broke\n`,
    ]),
  ),
};

const refs = ["refs/heads/main", "refs/heads/gsd/7-csv-export", "refs/heads/gsd-task/7/T01"].map((ref) => ({
  ref,
}));
const entry = (type: string, path: string) => ({
  type,
  path,
  name: path.split("/").pop(),
  size: 1,
  sha: HEAD,
});

const codeAnswers = {
  [R]: {
    full_name: "octo/shop",
    default_branch: "main",
    description: `Sells tea ${SCRIPT}`,
    open_issues_count: 3,
  },
  [`${R}/git/matching-refs/heads`]: refs,
  [`${R}/git/matching-refs/heads/main`]: [refs[0]],
  [`${R}/git/matching-refs/heads/gsd`]: refs.slice(1),
  [`${R}/contents/`]: [
    entry("file", "README.md"),
    entry("dir", "src"),
    entry("dir", "docs"),
    entry("file", `${SCRIPT.replace("/", "-")}.ts`),
  ],
  [`${R}/contents/README.md`]: { ...entry("file", "README.md"), content: base64(README) },
  [`${R}/contents/src`]: [entry("file", "src/orders.ts")],
  [`${R}/contents/src/orders.ts`]: {
    ...entry("file", "src/orders.ts"),
    content: base64(`export const rows = [\n  [1, 250], // ${SCRIPT}\n  [2, 375],\n];\n`),
  },
  [`${R}/commits`]: [commit(HEAD, `feat: export orders ${SCRIPT}`), commit(MERGED, "chore: start")],
  [`${R}/commits/${HEAD}`]: {
    ...commit(HEAD, `feat: export orders ${SCRIPT}\n\nWith a header line.`),
    files,
  },
  [`${R}/compare/main...gsd/7-csv-export`]: {
    ahead_by: 1,
    behind_by: 0,
    commits: [commit(HEAD, "feat: x")],
    files,
  },
};

export function aWorld(): Record<string, unknown> {
  return {
    ...codeAnswers,
    [`${R}/labels`]: [...labels, { name: "later", color: "ededed" }],
    [`${R}/issues`]: [issue, { ...issue, number: 8, pull_request: {} }],
    [`${R}/issues/7`]: issue,
    [`${R}/issues/7/comments`]: comments,
    ...pullAnswers,
    ...actionsAnswers,
  };
}

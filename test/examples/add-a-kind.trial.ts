import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, it } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const product = "core loop crew adapters app action web agents rules package.json tsconfig.json".split(" ");
const contributing = readFileSync(join(root, "CONTRIBUTING.md"), "utf8");

/** A kind `licenses`: once a track is ready, its licenses are checked by the repository's commands, and its head gets a status. */
const row = `import { trackBranch } from "../codec/branches.ts";
import { liveJob, queueJob } from "./draft.ts";
import { longestLeg, type Row } from "./row.ts";

/** The licenses of what a track brings in. */
export const licenses: Row<"licenses"> = {
  recipe: () => "licenses",
  asksAgents: false,
  minutes: () => longestLeg,
  place: (track) => ({ branch: trackBranch.format(track), ref: trackBranch.format(track) }),
  resume: () => undefined,
  readsLibrary: false,
  scope: () => "none",
  needsHistory: () => false,
  instructedBy: (_, { base }) => base.sha,
  advance(draft) {
    const { track } = draft;
    const known = track.history.some(({ job }) => job.includes("/licenses/"));
    if (track.phase !== "ready" || known || liveJob(track, "licenses")) return;
    queueJob(draft, { issue: track.issue, kind: "licenses", attempt: 1 });
  },
  publication: ({ job }) => ({
    steps: [
      {
        type: "status",
        context: "gsd/licenses",
        state: "success",
        description: { type: "check-status", checks: "passed" },
        head: job.base.sha,
      },
    ],
    result: () => ({ type: "report" }),
  }),
  keep: () => undefined,
  succeed() {},
  fail() {},
  spentOn: (track) => ({ on: "this track", usd: track.usd }),
};
`;

const recipe = `name: licenses
kind: licenses
description: Runs the repository's own commands on a finished track.
steps:
  - { id: check, run: commands }
`;

/** All that it takes: two new files, and one line in each of three. */
const newFiles = { "core/jobs/licenses.ts": row, "agents/recipes/licenses.yml": recipe };
const name = {
  path: "core/model/job.ts",
  before: "const trackKinds = [",
  after: 'const trackKinds = ["licenses", ',
};
const lines = [
  {
    path: "core/recipe/kind-needs.ts",
    before: "  health: {",
    after: "  licenses: { answers: [], code: [] },\n  health: {",
  },
  {
    path: "core/jobs/rows.ts",
    before: "Row<K> } = {\n",
    after: "Row<K> } = {\n  licenses,\n",
  },
  {
    path: "core/jobs/rows.ts",
    before: "import { plan }",
    after: 'import { licenses } from "./licenses.ts";\nimport { plan }',
  },
];

/** What the new kind can do, asked in a process of its own. */
const questions = `import { jobKey } from "./core/codec/keys.ts";
import { rowOf } from "./core/jobs/rows.ts";
import { readFileSync, readdirSync } from "node:fs";
import { loadLibrary } from "./core/prompt/load-library.ts";

const read = (folder) =>
  readdirSync(folder)
    .filter((file) => /\\.(md|yml)$/.test(file))
    .map((file) => ({ path: folder + "/" + file, text: readFileSync(folder + "/" + file, "utf8") }));
const shipped = ["agents", "agents/skills", "agents/recipes", "rules"].flatMap(read);
const { recipes, problems } = loadLibrary({ shipped, own: [] }, { protectedPaths: [] });
const job = jobKey.parse("7/licenses/-/1");
console.log(JSON.stringify({ job, recipe: recipes[rowOf(job).recipe()]?.kind, problems }));
`;

const copy = mkdtempSync(join(tmpdir(), "gsd-kind-"));
afterAll(() => rmSync(copy, { recursive: true }));

it("adding a kind takes five files, and the compiler asks for those that are easy to forget", async () => {
  for (const entry of product) cpSync(join(root, entry), join(copy, entry), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
  edit(name);
  expect(await filesWithErrors()).toEqual(["core/jobs/rows.ts", "core/recipe/kind-needs.ts"]);

  for (const line of lines) edit(line);
  for (const [path, text] of Object.entries(newFiles)) writeFileSync(join(copy, path), text);
  expect(await filesWithErrors()).toEqual([]);
  writeFileSync(join(copy, "questions.mjs"), questions);
  expect(JSON.parse(await run("questions.mjs"))).toEqual({
    job: { issue: 7, kind: "licenses", attempt: 1 },
    recipe: "licenses",
    problems: [],
  });
  const touched = new Set([name.path, ...lines.map(({ path }) => path), ...Object.keys(newFiles)]);
  expect(touched.size).toBe(5);
  for (const path of touched) expect(contributing).toContain(path.replace("licenses", "<kind>"));
}, 120_000);

function edit({ path, before, after }: { path: string; before: string; after: string }): void {
  const file = join(copy, path);
  const text = readFileSync(file, "utf8");
  expect(text).toContain(before);
  writeFileSync(file, text.replace(before, after));
}

/** Where the types do not fit any more. */
async function filesWithErrors(): Promise<string[]> {
  const text = await run("node_modules/typescript/bin/tsc", "-p", "tsconfig.json");
  const found = [...text.matchAll(/^([\w./-]+)\(\d+,\d+\): error/gm)].map(([, file = ""]) => file);
  return [...new Set(found)].sort();
}

/** What a program prints, whether it fails or not. */
function run(...words: string[]): Promise<string> {
  return new Promise((resolve) => {
    execFile(process.execPath, words, { cwd: copy }, (_, stdout, stderr) => resolve(`${stdout}${stderr}`));
  });
}

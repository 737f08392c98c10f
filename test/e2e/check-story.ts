import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { createNarrator } from "../../local/demo/narrator.ts";
import { collectTexts, type StoryTexts } from "../../local/demo/story-texts.ts";
import { type Moment, tellStory } from "../../local/demo/tell-story.ts";
import { createReport } from "../../local/demo/write-report.ts";
import type { Mode } from "../../local/render-stub.ts";
import { fillPlanning } from "../../scripts/docs/fill-planning.ts";
import { countRequests } from "../bench/count-requests.ts";
import { countRuns, type RunCounts } from "../bench/count-runs.ts";
import { parseRecord, type RecordLine } from "../contract/record.ts";
import { loadContract, validateRecord } from "../contract/validate-exchange.ts";
import { aWorld, readTrack } from "./a-world.ts";

/** Tells the whole story and holds every request of it, and what it came to, to what they should be. */
export async function checkStory(mode: Mode): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "gsd-story-"));
  const record = join(folder, "record.jsonl");
  const lines: string[] = [];
  try {
    await using world = await aWorld({ mode, record });
    // The App's first tick, when it starts, is nobody's track.
    await world.idle();
    const before = parseRecord(readFileSync(record, "utf8")).length;
    const { texts, collect } = collectTexts(world);
    const narrator = createNarrator((line) => lines.push(line));
    let counted: RunCounts | undefined;
    const look = async (moment: Moment) => {
      await collect(moment);
      if (moment.type === "merged") counted = countRuns(world);
    };
    const ending = await tellStory(world, narrator, { look });
    if (mode === "action") expectPage(texts);
    await expectMerged(world, ending);
    const report = await createReport(world, { ending, seconds: 0 });
    expect(report.tasks).toHaveLength(6);
    expect(report.tasks.every((task) => task.status === "completed" && task.pull && task.merge)).toBe(true);
    expect(report.api.unknown).toEqual({});
    expect(world.forge.stats().crashes).toEqual([]);
    expect(report.jobs.byConclusion).not.toHaveProperty("failure");
    const names = [...world.forge.world.jobs.values()].map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining(["gsd / plan / agent", "gsd / T01 / agent", "gsd / T02 / publish"]),
    );
    expect(names.filter((name) => /\d+\/[a-z]+\//.test(name))).toEqual([]);
    expect(counted?.runs).toBeLessThanOrEqual(mostRuns[mode].runs);
    expect(counted?.jobs).toBeLessThanOrEqual(mostRuns[mode].jobs);
    expectFewRequests(mode, parseRecord(readFileSync(record, "utf8")).slice(before));
  } finally {
    const contract = loadContract();
    expect(validateRecord(parseRecord(readFileSync(record, "utf8")), contract)).toEqual([]);
    rmSync(folder, { recursive: true });
  }
  expect(lines.filter((line) => line.includes("merges #")).length).toBe(7);
}

/** Runs and jobs up to the merge of the track: the bars of the design. */
const mostRuns = { action: { runs: 9, jobs: 26 }, app: { runs: 7, jobs: 18 } } satisfies Record<Mode, object>;

/**
 * Requests up to the merge: the bars of the design (170 and 115 for the track, 18 and 13 for a task), and what was asked for since.
 * Each task has three statuses more, `gsd/review`, `gsd/rules` and `gsd/scope`; with the App each head has a check run. Where a track
 * begins it is looked at what the repository lacks, and living specs are read with the plan, its approval and the verification.
 */
function mostRequests(mode: Mode) {
  const [statuses, checkRuns, reads] = [3, mode === "app" ? 1 : 0, 14];
  const perTask = statuses + checkRuns;
  return {
    track: { requests: 170 + 6 * perTask + checkRuns + reads, writes: 115 + 6 * perTask + checkRuns },
    task: { requests: 18 + perTask + 1, writes: 13 + perTask },
  };
}

function expectFewRequests(mode: Mode, lines: RecordLine[]): void {
  const rollback = lines.findIndex((line) => saidBy(line)?.startsWith("/rollback"));
  const told = lines.slice(0, rollback);
  const { tasks, track, perTask } = countRequests(told);
  // Two that save at once: one of them does it again, after a look.
  const lost = told.filter((line) => line.type === "rest" && line.status === 409).length;
  const most = mostRequests(mode);
  expect(tasks).toBe(6);
  expect(track.requests - 2 * lost).toBeLessThanOrEqual(most.track.requests);
  expect(track.writes - lost).toBeLessThanOrEqual(most.track.writes);
  expect(perTask.requests - (2 * lost) / 6).toBeLessThanOrEqual(most.task.requests);
  expect(perTask.writes - lost / 6).toBeLessThanOrEqual(most.task.writes);
}

/** What a person wrote as a comment. */
function saidBy(line: RecordLine): string | undefined {
  if (line.type !== "rest" || line.tokenKind !== "user" || line.method !== "POST") return undefined;
  return (line.requestBody as { body?: string } | undefined)?.body;
}

/** docs/planning.md shows what gsd really wrote. */
function expectPage(texts: StoryTexts): void {
  const page = readFileSync("docs/planning.md", "utf8");
  expect(fillPlanning(page, texts), "run: npx node scripts/write-planning.ts").toBe(page);
}

async function expectMerged(
  world: Awaited<ReturnType<typeof aWorld>>,
  ending: { issue: number; trackPull: number; rollbackPull?: number },
) {
  const { maintainer, forge, repo } = world;
  const track = await readTrack(world, ending.issue);
  expect(track).toMatchObject({ phase: "merged", jobs: [], outbox: [] });
  expect((await maintainer.issue(ending.issue)).state).toBe("closed");
  expect((await maintainer.pull(ending.trackPull)).merged).toBe(true);
  const read = (path: string) => forge.actions.readFile(repo, "main", path);
  expect(await read("src/csv.js")).toContain("RFC 4180");
  expect(await read("specs/export/spec.md")).toContain("Formats by name");
  expect(await forge.actions.listFiles(repo, "main", "specs/changes")).toEqual([]);
  for (const task of ["T01", "T06"]) {
    expect(
      await forge.actions.resolveCommit(repo, `refs/tags/gsd/checkpoint/${ending.issue}/${task}`),
    ).toBeDefined();
  }
  const rollback = await maintainer.pull(ending.rollbackPull!);
  expect(rollback).toMatchObject({ base: { ref: "main" }, state: "open" });
  const { data: files } = await maintainer.octokit.rest.pulls.listFiles({
    owner: "acme",
    repo: "tally",
    pull_number: rollback.number,
  });
  expect(files.map((file) => file.filename).sort()).toEqual(
    [
      "docs/export.md",
      "specs/export/spec.md",
      "src/cli.js",
      "src/export.js",
      "test/cli.test.js",
      "test/export.test.js",
    ].sort(),
  );
  expect(rollback.body).toContain("`specs/export/spec.md` does not promise `Formats by name` any more.");
  expect(rollback.body).toContain("**Next:** merge this pull request with GitHub's button.");
  expect((await maintainer.pull(ending.trackPull)).body).toContain("**Merged.** 6 of 6 tasks");
  const bots = (await maintainer.comments(ending.issue)).filter((comment) => comment.user?.type === "Bot");
  expect(bots.filter((comment) => comment.body?.includes("gsd:sticky"))).toHaveLength(1);
}

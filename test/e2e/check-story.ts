import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { createNarrator } from "../../local/demo/narrator.ts";
import { tellStory } from "../../local/demo/tell-story.ts";
import { createReport } from "../../local/demo/write-report.ts";
import type { Mode } from "../../local/render-stub.ts";
import { parseRecord } from "../contract/record.ts";
import { loadContract, validateRecord } from "../contract/validate-exchange.ts";
import { aWorld, readTrack } from "./a-world.ts";

/** Tells the whole story and holds every request of it, and what it came to, to what they should be. */
export async function checkStory(mode: Mode): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "gsd-story-"));
  const record = join(folder, "record.jsonl");
  const lines: string[] = [];
  try {
    await using world = await aWorld({ mode, record });
    const ending = await tellStory(
      world,
      createNarrator((line) => lines.push(line)),
    );
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
  } finally {
    const contract = loadContract();
    expect(validateRecord(parseRecord(readFileSync(record, "utf8")), contract)).toEqual([]);
    rmSync(folder, { recursive: true });
  }
  expect(lines.filter((line) => line.includes("merges #")).length).toBe(7);
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

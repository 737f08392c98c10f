import { describe, expect, it } from "vitest";
import { aBacklog, dashboards, ledgerFile, placeOf, repoOf, tracksIn } from "../loop/a-backlog.ts";
import type { When } from "./crash.ts";
import { numbers, sampleOf } from "./sample.ts";

const settings = "nightly: { tracks: 2 }\nroadmap: true\n";
const roadmap = "# Roadmap\n\n## v0.9\n\n- #4\n\n## v1.0\n\n- #1\n- #2\n";

interface Crash {
  k: number;
  when: When;
}

/** A night with a backlog, a roadmap and a phase that is completed; a process dies once, and ticks come after it. */
async function aNight(crash: Crash | undefined): Promise<{ world: string; requests: number }> {
  await using stage = await aBacklog("action", settings, { "specs/ROADMAP.md": roadmap });
  const { maintainer } = stage.people;
  for (const title of ["One", "Two", "Three", "Four"]) await maintainer.openIssue({ title, body: "Please." });
  await maintainer.octokit.rest.issues.createMilestone({ ...placeOf(stage), title: "v0.9" });
  for (const issue_number of [4])
    await maintainer.octokit.rest.issues.update({
      ...placeOf(stage),
      issue_number,
      milestone: 1,
      state: "closed",
    });
  await maintainer.label(3, "gsd:backlog");
  await stage.idle();
  const never = { k: Number.POSITIVE_INFINITY, when: "before" as const };
  const { count } = stage.forge.faults.killAt({
    ...(crash ?? never),
    tokenKind: "workflow",
    kill: ({ token }) => void stage.mortals.kill(token),
  });
  await stage.tick();
  // Where the process died before it made the dashboard, the next tick makes it.
  if (dashboards(stage).length === 0) await stage.tick();
  await maintainer.comment(dashboards(stage)[0]?.number ?? 0, "/complete v0.9");
  await stage.idle();
  await stage.tick();
  const requests = count();
  await stage.tick();
  await stage.tick();
  const { issues, milestones, pinned } = repoOf(stage);
  const pulls = (await maintainer.openPulls()).map(({ head }) => head.ref).toSorted();
  const [board] = dashboards(stage);
  const world = {
    dashboards: dashboards(stage).map(({ number }) => pinned.includes(number)),
    words: wordsOf(board?.body ?? ""),
    milestones: [...milestones.values()].map(({ title, state }) => `${title} ${state}`),
    answers: (await maintainer.comments(board?.number ?? 0)).map(({ body }) => wordsOf(body ?? "")),
    placed: [1, 2, 3, 4].map((issue) => issues.get(issue)?.milestone),
    tracks: await tracksIn(stage),
    pulls,
    night: (
      await ledgerFile<{ night: { started: { issue: number }[] } }>(stage, "repository.json")
    )?.night.started.map(({ issue }) => issue),
  };
  return { world: JSON.stringify(world, null, 2), requests };
}

/** Without the numbers of what was opened, and ours of what was said. */
function wordsOf(text: string): string {
  return text
    .replaceAll(/#\d+/g, "#")
    .replaceAll(/(?<=\.\.\/(?:pull|issues)\/)\d+/g, "")
    .replaceAll(/<!-- gsd:.*? -->/g, "");
}

const { world: calm, requests } = await aNight(undefined);

describe(`a nightly run whose process dies at one of ${requests} requests`, () => {
  it("ends with one dashboard, each milestone once, and the tracks that it has room for", () => {
    expect(JSON.parse(calm)).toMatchObject({
      dashboards: [true],
      milestones: ["v0.9 closed", "v1.0 open"],
      pulls: expect.arrayContaining(["gsd-roadmap/complete-1"]),
      answers: ["/complete v0.9", expect.stringContaining("v0.9 is completed, and its milestone is closed.")],
      placed: [2, 2, null, 1],
      tracks: [1, 2],
    });
  });

  const points = sampleOf(numbers(1, requests), 3).flatMap((k) => [
    [k, "before"] as const,
    [k, "after"] as const,
  ]);
  it.each(points)("ends in the same world when it dies at request %i, %s it is applied", async (k, when) => {
    expect((await aNight({ k, when })).world).toBe(calm);
  });
});

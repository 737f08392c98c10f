import { describe, expect, it } from "vitest";
import type { Stage } from "../faults/in-process.ts";
import { aBacklog, dashboards, placeOf, repoOf, write } from "./a-backlog.ts";

const file = "specs/ROADMAP.md";
const first =
  "# Roadmap\n\nOur words.\n\n## v1.0: Core\n\nDue: 2026-12-01\n\n- #1\n- #2\n\n## v1.1\n\n- #3\n";

async function aRoadmap(mode: "action" | "app", text = first): Promise<Stage> {
  const stage = await aBacklog(mode, "roadmap: true\n", { [file]: text });
  for (const title of ["One", "Two", "Three"])
    await stage.people.maintainer.openIssue({ title, body: "Please." });
  await stage.tick();
  return stage;
}

/** Titles, dates and issues of all milestones. */
function milestones(stage: Stage) {
  const { milestones, issues } = repoOf(stage);
  return [...milestones.values()].map(({ number, title, dueOn, state }) => ({
    title,
    due: dueOn?.slice(0, 10),
    issues: [...issues.values()].filter((issue) => issue.milestone === number).map((issue) => issue.number),
    state,
  }));
}

function board(stage: Stage): string {
  return dashboards(stage)[0]?.body ?? "";
}

async function openPulls(stage: Stage) {
  return (await stage.people.maintainer.openPulls()).map(({ number, head }) => ({
    number,
    branch: head.ref,
  }));
}

const textOf = (stage: Stage, branch = "main") => stage.forge.actions.readFile(stage.repo, branch, file);

describe.each(["action", "app"] as const)("the roadmap, with the %s", (mode) => {
  it("is followed by milestones, and follows them by a pull request", async () => {
    await using stage = await aRoadmap(mode);
    const { maintainer } = stage.people;
    const { issues } = maintainer.octokit.rest;
    const place = placeOf(stage);
    expect(milestones(stage)).toEqual([
      { title: "v1.0: Core", due: "2026-12-01", issues: [1, 2], state: "open" },
      { title: "v1.1", due: undefined, issues: [3], state: "open" },
    ]);
    expect(board(stage)).toContain("| v1.0: Core **(current)** | 2026-12-01 | 0 of 2 |");
    expect(await openPulls(stage)).toEqual([]);

    stage.pass(5);
    await issues.update({ ...place, issue_number: 2, milestone: 2 });
    await issues.createMilestone({ ...place, title: "v2.0", due_on: "2027-03-01T00:00:00Z" });
    await stage.tick();
    const [pull] = await openPulls(stage);
    expect(pull?.branch).toBe("gsd-roadmap/update");
    const changed = first.replace("- #2\n", "").replace("- #3\n", "- #3\n- #2\n");
    expect(await textOf(stage)).toBe(first);
    expect(await textOf(stage, "gsd-roadmap/update")).toBe(`${changed}\n## v2.0\n\nDue: 2027-03-01\n`);
    await stage.tick();
    expect(await openPulls(stage)).toHaveLength(1);
    expect(board(stage)).toContain(`#${pull?.number} brings`);
    expect(milestones(stage)[1]?.issues).toEqual([2, 3]);

    await maintainer.merge(pull?.number ?? 0);
    await stage.tick();
    await stage.tick();
    expect(await openPulls(stage)).toEqual([]);
    expect(board(stage)).not.toContain("brings");
    expect(milestones(stage).map((one) => one.issues)).toEqual([[1], [2, 3], []]);

    // A proposal that is turned down is not made again.
    await issues.update({ ...place, issue_number: 1, milestone: 3 });
    await stage.tick();
    const [second] = await openPulls(stage);
    await maintainer.octokit.rest.pulls.update({
      ...place,
      pull_number: second?.number ?? 0,
      state: "closed",
    });
    await stage.tick();
    await stage.tick();
    expect(await openPulls(stage)).toEqual([]);
    expect(board(stage)).toContain("Somebody closed the pull request");
  });

  it("says what is wrong with it, and loses nothing", async () => {
    await using stage = await aRoadmap(mode);
    const { issues } = stage.people.maintainer.octokit.rest;
    const place = placeOf(stage);
    const before = milestones(stage);
    await write(stage, { [file]: `${first}- #1\n` });
    await stage.tick();
    expect(board(stage)).toContain("line 15: names `#1` again, which line 9 has");
    await write(stage, { [file]: `${first}- #77\n` });
    await stage.tick();
    expect(board(stage)).toContain("Line 15 of `specs/ROADMAP.md` names issue 77, which does not exist.");
    expect(milestones(stage)).toEqual(before);

    await issues.deleteMilestone({ ...place, milestone_number: 1 });
    await write(stage, { [file]: first });
    await stage.tick();
    expect(board(stage)).toContain("The milestone of v1.0: Core (line 5 of `specs/ROADMAP.md`) was deleted.");
    expect([milestones(stage).length, await openPulls(stage)]).toEqual([1, []]);
    await issues.createMilestone({ ...place, title: "v1.0: Core" });
    await stage.tick();
    expect(milestones(stage).find(({ title }) => title === "v1.0: Core")?.issues).toEqual([1, 2]);
    expect(board(stage)).not.toContain("was deleted");
    expect(await textOf(stage)).toBe(first);
  });

  it("has a phase completed by a command on the dashboard", async () => {
    await using stage = await aRoadmap(mode);
    const { maintainer, visitor } = stage.people;
    const dashboard = dashboards(stage)[0]?.number ?? 0;
    const lastComment = async (issue: number) => {
      await stage.idle();
      return (await maintainer.comments(issue)).at(-1)?.body ?? "";
    };
    await maintainer.comment(1, "/complete v1.0");
    expect(await lastComment(1)).toContain(`Comment it on #${dashboard}`);
    await visitor.comment(dashboard, "/complete v1.0");
    expect(await lastComment(dashboard)).toContain("write access");
    await maintainer.comment(dashboard, "/complete v9");
    expect(await lastComment(dashboard)).toContain("The roadmap has no phase called `v9`");
    await maintainer.comment(dashboard, "/complete v1.0");
    expect(await lastComment(dashboard)).toContain("v1.0: Core is not done: #1 and #2 are open");
    for (const issue_number of [1, 2])
      await maintainer.octokit.rest.issues.update({ ...placeOf(stage), issue_number, state: "closed" });
    await stage.tick();
    expect(board(stage)).toContain("done: comment `/complete v1.0: Core` here");

    // The event is lost, and the tick finds the command.
    if (mode === "action") stage.feed.lose(stage.feed.log.length);
    await maintainer.comment(dashboard, "/complete v1.0");
    await stage.idle();
    await stage.tick();
    await stage.tick();
    expect(await lastComment(dashboard)).toContain("v1.0: Core is completed, and its milestone is closed.");
    expect(
      (await maintainer.comments(dashboard)).filter(({ body }) => body?.includes("is completed")),
    ).toHaveLength(1);
    expect(milestones(stage)[0]).toMatchObject({ state: "closed", issues: [1, 2] });
    const [pull] = await openPulls(stage);
    expect(pull?.branch).toBe("gsd-roadmap/complete-1");
    await maintainer.merge(pull?.number ?? 0);
    expect(await textOf(stage)).toBe("# Roadmap\n\nOur words.\n\n## v1.1\n\n- #3\n");
    const archive = await stage.forge.actions.readFile(
      stage.repo,
      "main",
      "specs/archive/2026-03-02-v1-0-core.md",
    );
    expect(archive).toContain("| #1 One |");
    await stage.tick();
    expect(await openPulls(stage)).toEqual([]);
    expect(board(stage)).toContain("| v1.1 **(current)** |");
  });
});

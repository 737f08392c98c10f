import { describe, expect, it } from "vitest";
import type { RepositoryState } from "../../core/model/repository.ts";
import type { Stage } from "../faults/in-process.ts";
import { aBacklog, dashboards, ledgerFile, placeOf, repoOf, tracksIn, write } from "./a-backlog.ts";

async function openIssues(stage: Stage, titles: string[]): Promise<number[]> {
  const numbers: number[] = [];
  for (const title of titles)
    numbers.push(await stage.people.maintainer.openIssue({ title, body: "Please." }));
  return numbers;
}

describe.each(["action", "app"] as const)("the nightly run, with the %s", (mode) => {
  it("plans the backlog in order, up to its limit, and tells it in one dashboard issue", async () => {
    await using stage = await aBacklog(mode, "nightly: { tracks: 2 }\n");
    const { maintainer, visitor } = stage.people;
    const rest = maintainer.octokit.rest.issues;
    const [plain = 0, urgent = 0, blocker = 0, blocked = 0] = await openIssues(stage, [
      "Plain",
      "Urgent",
      "Blocker",
      "Blocked",
    ]);
    for (const issue of [plain, urgent, blocker, blocked]) await maintainer.label(issue, "gsd:backlog");
    await maintainer.label(urgent, "P1");
    await maintainer.label(blocked, "P0");
    const { id } = await maintainer.issue(blocker);
    await rest.addBlockedByDependency({ ...placeOf(stage), issue_number: blocked, issue_id: id });
    const strange = await visitor.openIssue({ title: "From a form", body: "Please." });
    // A form puts labels on in the name of whoever opens the issue.
    const { events, user } = repoOf(stage).issues.get(strange) ?? { events: [], user: undefined };
    await maintainer.label(strange, "gsd:backlog");
    await maintainer.label(strange, "P0");
    if (user) for (const event of events) event.user = user;
    await stage.idle();

    await stage.tick();
    expect(await tracksIn(stage)).toEqual([urgent, blocker]);
    expect(await ledgerFile(stage, `tracks/${urgent}.json`)).toMatchObject({
      phase: "proposed",
      requestedBy: "maintainer",
      label: "gsd:backlog",
    });
    const [board, ...others] = dashboards(stage);
    expect(others).toEqual([]);
    expect(repoOf(stage).pinned).toEqual([board?.number]);
    expect(await ledgerFile<RepositoryState>(stage, "repository.json")).toMatchObject({
      dashboard: board?.number,
      night: { started: [{ issue: blocker }, { issue: urgent }], strangers: [{ login: "visitor" }] },
    });

    await stage.tick();
    const text = dashboards(stage)[0]?.body ?? "";
    expect(text).toMatch(
      new RegExp(
        `### Waiting for people[^]*\\*\\*#${urgent}\\*\\* Urgent[^]*\\*\\*#${blocker}\\*\\* Blocker[^]*### Backlog`,
      ),
    );
    expect(text).toContain(`| #${blocked} Blocked | \`P0\``);
    expect(text).toContain(`waits for #${blocker}`);
    expect(text).toContain("`visitor` asked for it and has no write access");
    expect(text).toContain("2 tracks are open, and `nightly.tracks` allows 2");
    expect(await tracksIn(stage)).toEqual([urgent, blocker]);

    // Nothing changes, so nothing is written.
    const commits = stage.forge.stats().requests;
    const before = board?.updatedAt;
    await stage.tick(1);
    expect(board?.updatedAt).toBe(before);
    expect(stage.forge.stats().requests - commits).toBeLessThan(45);

    // What was cancelled is a person's to start again; its place goes to the next that can start.
    await maintainer.comment(urgent, "/cancel");
    await stage.idle();
    await stage.tick();
    expect(await tracksIn(stage)).toEqual([plain, blocker]);

    // A closed dashboard is left alone, and goes on when it is opened again.
    const number = board?.number ?? 0;
    await rest.update({ ...placeOf(stage), issue_number: number, state: "closed" });
    await maintainer.comment(plain, "/cancel");
    await stage.idle();
    const closed = board?.body;
    await stage.tick();
    expect(board?.body).toBe(closed);
    await rest.update({ ...placeOf(stage), issue_number: number, state: "open" });
    await stage.tick();
    expect(board?.body).not.toBe(closed);

    // A deleted one stays deleted.
    repoOf(stage).issues.delete(number);
    await maintainer.comment(blocker, "/cancel");
    await stage.idle();
    await stage.tick();
    await stage.tick();
    expect(dashboards(stage)).toEqual([]);
    await write(stage, {
      ".github/gsd.yml": "version: 1\nengine: script\nscript: none\nsandbox: off\ndashboard: false\n",
    });
    await stage.tick();
    await write(stage, {
      ".github/gsd.yml": "version: 1\nengine: script\nscript: none\nsandbox: off\ndashboard: true\n",
    });
    await stage.tick();
    expect(dashboards(stage)).toHaveLength(1);
  });

  it("asks nothing and writes nothing where nobody wants it", async () => {
    await using stage = await aBacklog(mode, "");
    const [issue = 0] = await openIssues(stage, ["Plain"]);
    await stage.people.maintainer.label(issue, "gsd:backlog");
    await stage.tick();
    expect(await tracksIn(stage)).toEqual([]);
    expect(dashboards(stage)).toEqual([]);
  });
});

import { describe, expect, it } from "vitest";
import type { Stage } from "../faults/in-process.ts";
import { placeOf, repoOf } from "./a-backlog.ts";
import {
  aBoard,
  answersIn,
  boardOf,
  boardText,
  boxIn,
  editBoard,
  tickBoxes,
  ticked,
  trackOf,
} from "./a-board.ts";

/** How often the dashboard was written by gsd. */
function writes(stage: Stage): number {
  return boardOf(stage).edits.filter(({ user }) => user.type === "Bot").length;
}

describe.each(["action", "app"] as const)("boxes of the dashboard, with the %s", (mode) => {
  it("are commands of whoever ticks them, and are cleared with an answer", async () => {
    await using stage = await aBoard(mode);
    const text = boardText(stage);
    expect(text).toContain("**2 tracks wait for people:** #1 and #3.");
    const said = await answersIn(stage, 1);
    const before = writes(stage);

    await tickBoxes(stage, "maintainer", ["approve/1/"]);
    await stage.idle();
    expect(await trackOf(stage, 1)).toMatchObject({ plan: { approved: { by: "maintainer" } } });
    expect((await trackOf(stage, 3)).phase).toBe("proposed");
    expect(ticked(stage)).toBe(0);
    expect(boardText(stage)).toContain("> ✅ **`maintainer`:** the plan of #1 is approved.");
    expect(boardText(stage)).not.toContain("gsd:box approve/1/");
    expect(writes(stage)).toBe(before + 1);
    // What the box says stands in the dashboard alone.
    expect(await answersIn(stage, 1)).toEqual(said);
    const [ruling] = (await trackOf(stage, 1)).rulings ?? [];
    expect(ruling).toMatchObject({ by: "maintainer", command: "approve", ok: true });
    expect(ruling?.source).toMatch(/^d\d+-\d+-approve\.1\./);

    // Two boxes in one edit, and one of somebody else right after it.
    await tickBoxes(stage, "writer", ["pause/3"]);
    await tickBoxes(stage, "maintainer", ["pause/1"]);
    await stage.idle();
    expect([await trackOf(stage, 1), await trackOf(stage, 3)]).toMatchObject([
      { paused: true },
      { paused: true },
    ]);
    expect(ticked(stage)).toBe(0);
    await tickBoxes(stage, "writer", ["resume/1", "resume/3"]);
    await stage.idle();
    expect([await trackOf(stage, 1), await trackOf(stage, 3)]).toMatchObject([
      { paused: false },
      { paused: false },
    ]);

    // Nothing of this changes by itself.
    await stage.tick();
    const quiet = writes(stage);
    await stage.tick(1);
    expect(writes(stage)).toBe(quiet);
  });

  it("that two people tick at once are heard of both, and done once", async () => {
    await using stage = await aBoard(mode, "approvals: 2\n");
    const { body } = boardOf(stage);
    const line = boxIn(body ?? "", "approve/1/");
    const pause = boxIn(body ?? "", "pause/1");
    const tick = (text: string, one: string) => text.replace(one, one.replace("[ ]", "[x]"));
    // The second has loaded the page before the first saved.
    await editBoard(stage, "maintainer", tick(body ?? "", line));
    await editBoard(stage, "writer", tick(body ?? "", pause));
    await stage.idle();
    const track = await trackOf(stage, 1);
    expect(track.paused).toBe(true);
    expect(track.plan.approvals?.map(({ by }) => by)).toEqual(["maintainer"]);
    expect(ticked(stage)).toBe(0);
    await tickBoxes(stage, "maintainer", ["resume/1"]);
    await stage.idle();
    // The same person once more is no second one.
    await tickBoxes(stage, "maintainer", ["approve/1/"]);
    await stage.idle();
    expect((await trackOf(stage, 1)).plan.approved).toBeUndefined();
    await tickBoxes(stage, "writer", ["approve/1/"]);
    await stage.idle();
    expect((await trackOf(stage, 1)).plan.approved?.by).toBeDefined();
  });

  it("are refused where they are about something older, or nobody's to tick", async () => {
    await using stage = await aBoard(mode, "who: { approve: maintain, pause: maintain }\n");
    const old = boxIn(boardText(stage), "approve/1/");
    const said = await answersIn(stage, 1);
    await tickBoxes(stage, "writer", ["approve/1/"]);
    await stage.idle();
    expect((await trackOf(stage, 1)).phase).toBe("proposed");
    expect(ticked(stage)).toBe(0);
    expect(boardText(stage)).toContain("**`writer`:** #1 is as it was.");
    const words = boardText(stage);
    await tickBoxes(stage, "writer", ["approve/1/"]);
    await stage.idle();
    expect(ticked(stage)).toBe(0);
    expect(boardText(stage)).toBe(words);
    expect(new Set((await trackOf(stage, 1)).rulings?.map(({ why }) => why))).toEqual(
      new Set(["not-allowed"]),
    );
    expect(await answersIn(stage, 1)).toEqual(said);

    // Somebody changes the plan: the box that the page shows is about the one before.
    const pull = (await trackOf(stage, 1)).pull ?? 0;
    const { head } = await stage.people.maintainer.pull(pull);
    const { rest } = stage.people.maintainer.octokit;
    const folder = `specs/changes/1-${(await trackOf(stage, 1)).slug}/SPEC.md`;
    const { data } = await rest.repos.getContent({ ...placeOf(stage), path: folder, ref: head.ref });
    const { sha, content } = data as { sha: string; content: string };
    const text = `${Buffer.from(content, "base64").toString()}\nMore.\n`;
    await rest.repos.createOrUpdateFileContents({
      ...placeOf(stage),
      path: folder,
      branch: head.ref,
      sha,
      message: "more",
      content: Buffer.from(text).toString("base64"),
    });
    await stage.idle();
    await editBoard(stage, "maintainer", boardText(stage).replace(old, old.replace("[ ]", "[x]")));
    await stage.idle();
    expect((await trackOf(stage, 1)).plan.approved).toBeUndefined();
    expect(boardText(stage)).toMatch(
      /\*\*`maintainer`:\*\* #1 is as it was\. `\w{7}` is not the current plan/,
    );
    await tickBoxes(stage, "maintainer", ["approve/1/"]);
    await stage.idle();
    expect((await trackOf(stage, 1)).plan.approved?.by).toBe("maintainer");
  });

  it("mean nothing where they are forged, a bot's, or in another issue; and foreign text is put back", async () => {
    await using stage = await aBoard(mode);
    const text = boardText(stage);
    const tree = "a".repeat(40);
    const forged = [
      `- [x] <!-- gsd:box approve/99/${tree} -->Approve`,
      "- [x] <!-- gsd:box cancel/1 -->Cancel",
      "- [x] <!-- gsd:box retry/1/T01 -->Retry",
    ].join("\n");
    await editBoard(stage, "maintainer", `${text}\n${forged}\nMy own words.`);
    await stage.idle();
    expect((await trackOf(stage, 1)).phase).toBe("proposed");
    expect([...repoOf(stage).issues.keys()]).not.toContain(99);
    await stage.tick();
    expect(boardText(stage)).toBe(text);

    // The same in an issue that only looks like it.
    const copy = await stage.people.maintainer.openIssue({ title: "Copy", body: text });
    const line = boxIn(text, "approve/1/");
    await stage.people.maintainer.octokit.rest.issues.update({
      ...placeOf(stage),
      issue_number: copy,
      body: text.replace(line, line.replace("[ ]", "[x]")),
    });
    await stage.idle();
    await stage.tick();
    expect((await trackOf(stage, 1)).phase).toBe("proposed");
  });

  it("are done by the next tick where their event was lost, for whom GitHub names", async () => {
    await using stage = await aBoard(mode);
    await lose(stage, 1, () => tickBoxes(stage, "maintainer", ["approve/1/"]));
    await stage.idle();
    expect((await trackOf(stage, 1)).phase).toBe("proposed");
    await stage.tick();
    expect((await trackOf(stage, 1)).plan.approved?.by).toBe("maintainer");
    expect(ticked(stage)).toBe(0);

    // Of two who have edited since, nobody can tell.
    await lose(stage, 2, async () => {
      await tickBoxes(stage, "maintainer", ["approve/3/"]);
      await editBoard(stage, "writer", `${boardText(stage)}\n`);
    });
    await stage.tick();
    expect((await trackOf(stage, 3)).phase).toBe("proposed");
    expect(ticked(stage)).toBe(0);
    expect(boardText(stage)).toContain("GitHub does not say by whom");
  });

  it("count for nothing while it is closed, and one that is deleted stays so", async () => {
    await using stage = await aBoard(mode);
    const { number } = boardOf(stage);
    const state = (to: "open" | "closed") =>
      stage.people.maintainer.octokit.rest.issues.update({
        ...placeOf(stage),
        issue_number: number,
        state: to,
      });
    await state("closed");
    await tickBoxes(stage, "maintainer", ["approve/1/"]);
    await stage.idle();
    await stage.tick();
    expect([ticked(stage), (await trackOf(stage, 1)).phase]).toEqual([1, "proposed"]);
    await state("open");
    await stage.idle();
    await stage.tick();
    expect([ticked(stage), (await trackOf(stage, 1)).phase]).toEqual([0, "proposed"]);
    await tickBoxes(stage, "maintainer", ["approve/1/"]);
    await stage.idle();
    expect((await trackOf(stage, 1)).plan.approved?.by).toBe("maintainer");
    repoOf(stage).issues.delete(number);
    await stage.tick();
    await stage.tick();
    expect(() => boardOf(stage)).toThrow("there is a dashboard");
  });
});

/** Does something whose events nobody hears. */
async function lose(stage: Stage, events: number, work: () => Promise<void>): Promise<void> {
  const { app, feed, forge } = stage;
  for (let more = 0; more < events; more += 1) feed.lose(feed.log.length + more);
  if (app) forge.deliveries.disturb({ drop: [0, 1, 2, 3] });
  await work();
  await stage.idle();
  if (app) forge.deliveries.calm();
}

import { describe, expect, it } from "vitest";
import type { Track } from "../../core/model/track.ts";
import type { Person } from "../../local/demo/person.ts";
import type { Mode } from "../../local/render-stub.ts";
import { createStage, type Stage } from "../faults/in-process.ts";

const where = { owner: "acme", repo: "tally" };

async function trackOf({ forge, repo }: Stage): Promise<Track> {
  const open = await forge.actions.readFile(repo, "gsd/ledger", "tracks/1.json");
  return JSON.parse(
    open ?? (await forge.actions.readFile(repo, "gsd/ledger", "done/1.json")) ?? "{}",
  ) as Track;
}

/** An issue whose tasks are merged and verified. */
async function aReadyTrack(mode: Mode): Promise<Stage> {
  const stage = await createStage(mode);
  const { maintainer } = stage.people;
  await maintainer.openIssue({ title: "Export reports as CSV", body: "Please." });
  await maintainer.label(1, "gsd:plan");
  await stage.idle();
  await maintainer.comment(1, "/approve");
  await stage.idle();
  for (const task of ["T01", "T02"] as const) {
    await maintainer.comment((await trackOf(stage)).tasks[task]!.proposal!.pull, "/approve");
    await stage.idle();
  }
  expect(await trackOf(stage)).toMatchObject({ phase: "ready" });
  return stage;
}

async function review({ octokit }: Person, pull_number: number, event: "REQUEST_CHANGES" | "APPROVE") {
  const body = event === "APPROVE" ? "" : "Please name the columns.";
  return (await octokit.rest.pulls.createReview({ ...where, pull_number, event, body })).data.id;
}

/** What people read about the track: the progress comment, the pull request's body, and the gate at its head. */
async function read({ people, forge, repo }: Stage, pull: number) {
  const { maintainer } = people;
  const { body, head } = await maintainer.pull(pull);
  const { data } = await maintainer.octokit.rest.repos.getCombinedStatusForRef({ ...where, ref: head.sha });
  const gate = data.statuses.find(({ context }) => context === "gsd/track");
  const comments = [...forge.world.repos.get(repo)!.comments.values()];
  const sticky = comments.find((one) => one.body.includes("gsd:sticky"))?.body ?? "";
  const said = comments.filter((one) => one.issue === pull && one.user.type === "Bot").map((one) => one.body);
  return { texts: `${sticky}\n${body}`, gate: `${gate?.state}: ${gate?.description}`, said };
}

const modes: Mode[] = ["action", "app"];

describe.each(modes)("changes that a writer asks for once the track is ready (%s)", (mode) => {
  it("hold it: no text and no gate says to merge it, until that person approves", async () => {
    await using stage = await aReadyTrack(mode);
    const pull = (await trackOf(stage)).pull!;
    expect((await read(stage, pull)).texts).toMatch(/merge #\d+|Merge it/i);
    await review(stage.people.writer, pull, "REQUEST_CHANGES");
    await stage.idle();
    await stage.tick();
    const held = await read(stage, pull);
    expect(held.texts).not.toMatch(/ready to merge|merge it with|Merge it/);
    expect(held.texts).toContain("writer");
    expect(held.gate).toBe("pending: A review asks for changes to this pull request");
    expect(held.said.filter((body) => body.includes("asked for changes"))).toHaveLength(1);

    await review(stage.people.writer, pull, "APPROVE");
    await stage.idle();
    const after = await read(stage, pull);
    expect(await trackOf(stage)).toMatchObject({ phase: "ready", verification: { runs: 1 } });
    expect(after.gate).toMatch(/^success/);
    await stage.people.maintainer.merge(pull);
    await stage.idle();
    expect(await trackOf(stage)).toMatchObject({ phase: "merged" });
  });

  it("are lifted by a dismissal, and by /approve --over of somebody else", async () => {
    await using stage = await aReadyTrack(mode);
    const pull = (await trackOf(stage)).pull!;
    const { maintainer, writer } = stage.people;
    const review_id = await review(writer, pull, "REQUEST_CHANGES");
    await stage.idle();
    expect(await trackOf(stage)).toMatchObject({
      phase: "verifying",
      trouble: { type: "changes-requested" },
    });
    const dismissal = { ...where, pull_number: pull, review_id, message: "Agreed elsewhere." };
    await maintainer.octokit.rest.pulls.dismissReview(dismissal);
    await stage.idle();
    expect(await trackOf(stage)).toMatchObject({ phase: "ready" });

    await review(writer, pull, "REQUEST_CHANGES");
    await stage.idle();
    await maintainer.comment(pull, "/approve");
    await stage.idle();
    expect(await trackOf(stage)).toMatchObject({ phase: "verifying" });
    await maintainer.comment(pull, "/approve --over");
    await stage.idle();
    expect(await trackOf(stage)).toMatchObject({ phase: "ready", verification: { runs: 1 } });
    await stage.tick();
    expect(await trackOf(stage)).toMatchObject({ phase: "ready" });
  });

  it("are found by the tick when the event was lost, and a visitor's hold nothing", async () => {
    await using stage = await aReadyTrack(mode);
    const pull = (await trackOf(stage)).pull!;
    await review(stage.people.visitor, pull, "REQUEST_CHANGES");
    await stage.idle();
    await stage.tick();
    expect(await trackOf(stage)).toMatchObject({ phase: "ready" });
    if (stage.app) stage.forge.deliveries.disturb({ drop: [0, 1, 2, 3] });
    else stage.feed.lose(stage.feed.log.length);
    await review(stage.people.writer, pull, "REQUEST_CHANGES");
    await stage.idle();
    expect(await trackOf(stage)).toMatchObject({ phase: "ready" });
    await stage.tick();
    expect(await trackOf(stage)).toMatchObject({ phase: "verifying", trouble: { by: ["writer"] } });
  });
});

describe.each(modes)("the pull request of a cancelled track (%s)", (mode) => {
  const loseEvents = (stage: Stage) => {
    if (stage.app) stage.forge.deliveries.disturb({ drop: [0, 1, 2, 3] });
    else stage.feed.lose(stage.feed.log.length);
  };
  const setState = ({ octokit }: Person, pull_number: number, state: "open" | "closed") =>
    octokit.rest.pulls.update({ ...where, pull_number, state });

  it("that a writer opens again brings it back by the tick, when the event was lost", async () => {
    await using stage = await aReadyTrack(mode);
    const pull = (await trackOf(stage)).pull!;
    await setState(stage.people.maintainer, pull, "closed");
    await stage.idle();
    await stage.tick();
    expect(await trackOf(stage)).toMatchObject({ phase: "cancelled" });
    loseEvents(stage);
    await setState(stage.people.writer, pull, "open");
    await stage.idle();
    expect(await trackOf(stage)).toMatchObject({ phase: "cancelled" });
    await stage.tick();
    expect(await trackOf(stage)).toMatchObject({ phase: "ready" });
    await stage.tick();
    const { comments } = stage.forge.world.repos.get(stage.repo)!;
    expect([...comments.values()].filter(({ body }) => body.includes("gsd is reopening"))).toHaveLength(1);
  });

  it("that is still open, because it was opened before the cancel, brings nothing back", async () => {
    await using stage = await aReadyTrack(mode);
    const pull = (await trackOf(stage)).pull!;
    const { maintainer } = stage.people;
    await setState(maintainer, pull, "closed");
    await stage.idle();
    await setState(maintainer, pull, "open");
    await stage.idle();
    expect(await trackOf(stage)).toMatchObject({ phase: "ready" });
    stage.pass(5);
    await maintainer.comment(1, "/cancel");
    await stage.idle();
    // Somebody without write access, such as a bot that only knows the API.
    const issue = stage.forge.world.repos.get(stage.repo)!.issues.get(pull)!;
    issue.state = "open";
    await stage.tick();
    await stage.tick();
    expect(await trackOf(stage)).toMatchObject({ phase: "cancelled" });
  });
});

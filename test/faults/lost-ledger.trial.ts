import { describe, expect, it } from "vitest";
import { ledgerBranch } from "../../core/codec/branches.ts";
import type { Track } from "../../core/model/track.ts";
import { ledgerNote } from "../../core/render/ledger-note.ts";
import { mustCommit } from "../../local/forge/git/git-repo.ts";
import type { Mode } from "../../local/render-stub.ts";
import { createStage, type Stage } from "./in-process.ts";
import { createPorts } from "./mortals.ts";
import { sampleOf } from "./sample.ts";

const ref = `refs/heads/${ledgerBranch}`;

/** Two labelled issues with a plan each; the second one is approved and has a task that waits for a person. */
async function twoTracks(mode: Mode = "action"): Promise<Stage> {
  const stage = await createStage(mode);
  for (const [at, title] of ["Export reports as CSV", "Import reports"].entries()) {
    await stage.people.maintainer.openIssue({ title, body: "Please." });
    await stage.people.maintainer.label(at * 2 + 1, "gsd:plan");
    await stage.idle();
  }
  await stage.people.maintainer.comment(4, "/approve");
  await stage.idle();
  return stage;
}

const gitOf = ({ forge, repo }: Stage) => forge.world.repos.get(repo)!.git;

/** Deletes the ledger as a person would, and says where it was. */
function deleteLedger(stage: Stage): string {
  const sha = gitOf(stage).refs.get(ref)!;
  gitOf(stage).refs.delete(ref);
  return sha;
}

async function trackOf({ forge, repo }: Stage, path: string): Promise<Track | undefined> {
  const text = await forge.actions.readFile(repo, ledgerBranch, path);
  return text === undefined ? undefined : (JSON.parse(text) as Track);
}

/** What the bot said in a thread, oldest first. */
function saidIn({ forge, repo }: Stage, thread: number): string[] {
  const comments = [...forge.world.repos.get(repo)!.comments.values()];
  return comments.filter((one) => one.issue === thread && one.user.type === "Bot").map(({ body }) => body);
}

/** All that gsd could have made anew. */
function worksOf({ forge, repo }: Stage) {
  const { git, issues } = forge.world.repos.get(repo)!;
  return { refs: [...git.refs].sort(), threads: issues.size, runs: forge.world.runs.size };
}

const modes: Mode[] = ["action", "app"];

// The two differ in who hears of an event; both are tried when all is.
describe.each(sampleOf(modes, 1))("a ledger that was deleted (%s)", (mode) => {
  it("is missed by the next tick, which plans nothing, says so in one thread and only once", async () => {
    await using stage = await twoTracks(mode);
    const lost = deleteLedger(stage);
    const before = worksOf(stage);
    await stage.tick();
    await stage.tick();
    const { refs, threads } = worksOf(stage);
    expect({ refs, threads }).toEqual({ refs: before.refs, threads: before.threads });
    const said = saidIn(stage, 1).filter((body) => body.includes("state is gone"));
    expect(said).toHaveLength(1);
    expect(saidIn(stage, 3).filter((body) => body.includes("state is gone"))).toEqual([]);
    expect(said[0]).toContain("/plan --fresh");
    const named = /git push origin ([0-9a-f]{40}):refs\/heads\/gsd\/ledger/.exec(said[0]!)?.[1];
    expect(isBefore(stage, named!, lost)).toBe(true);
  });

  it("is named by every command and label, and brought back by the commit that the progress comment names", async () => {
    await using stage = await twoTracks(mode);
    deleteLedger(stage);
    const before = worksOf(stage);
    await stage.people.maintainer.comment(1, "/status");
    await stage.people.maintainer.comment(1, "/plan");
    await stage.people.maintainer.comment(4, "/approve");
    await stage.people.maintainer.openIssue({ title: "Another one", body: "Please." });
    await stage.idle();
    const newest = Math.max(...stage.forge.world.repos.get(stage.repo)!.issues.keys());
    await stage.people.maintainer.label(newest, "gsd:plan");
    await stage.idle();
    expect(worksOf(stage).refs).toEqual(before.refs);
    expect(
      saidIn(stage, 1)
        .slice(-2)
        .every((body) => body.includes("state is gone")),
    ).toBe(true);
    expect(saidIn(stage, 4).at(-1)).toContain("state is gone");
    expect(saidIn(stage, newest).at(-1)).toContain("state is gone");

    const [sticky] = saidIn(stage, 3);
    gitOf(stage).refs.set(ref, ledgerNote.parse(sticky!)!);
    await stage.people.maintainer.comment(1, "/status");
    await stage.idle();
    expect(saidIn(stage, 1).at(-1)).toContain("This track is");
    expect(await trackOf(stage, "tracks/3.json")).toMatchObject({ phase: "executing" });
    await stage.tick();
    expect(saidIn(stage, 3)[0]).toContain("0 of 2 tasks");
  });

  it("starts afresh when a person says so: on a branch of its own, with one progress comment, and nothing else", async () => {
    await using stage = await twoTracks(mode);
    deleteLedger(stage);
    await stage.people.maintainer.comment(1, "/plan --fresh");
    await stage.idle();
    expect(await trackOf(stage, "tracks/1.json")).toMatchObject({
      phase: "proposed",
      slug: "export-reports-as-csv-2",
    });
    expect(saidIn(stage, 1).filter((body) => body.includes("gsd:sticky"))).toHaveLength(1);
    const before = worksOf(stage);
    await stage.tick();
    await stage.tick();
    expect(await trackOf(stage, "tracks/3.json")).toBeUndefined();
    expect(worksOf(stage).threads).toBe(before.threads);
    expect(saidIn(stage, 3).filter((body) => body.includes("has no file for it any more"))).toHaveLength(1);
  });
});

describe("a ledger that goes while gsd is at work", () => {
  it("is not made anew by a save: the run fails, and the issue says which commit it was", async () => {
    await using stage = await twoTracks();
    const sha = gitOf(stage).refs.get(ref)!;
    stage.forge.faults.meanwhileAt({
      k: 1,
      tokenKind: "workflow",
      route: "POST /repos/{owner}/{repo}/issues/comments/{comment_id}/reactions",
      act: () => gitOf(stage).refs.delete(ref),
    });
    await stage.people.maintainer.comment(1, "/pause");
    await stage.idle();
    expect(gitOf(stage).refs.has(ref)).toBe(false);
    expect(saidIn(stage, 1).at(-1)).toContain(`git push origin ${sha}:refs/heads/gsd/ledger`);
    expect(stage.mortals.log.join("\n")).toContain("The branch gsd/ledger does not exist any more");
  });

  it("keeps a result that could not be published, which is published when the ledger is back", async () => {
    await using stage = await createStage("action");
    let lost = "";
    stage.forge.faults.meanwhileAt({
      // The first time it is control that reads the issue, then the agent.
      k: 2,
      tokenKind: "workflow",
      route: "GET /repos/{owner}/{repo}/issues/{issue_number}",
      act: () => {
        lost = deleteLedger(stage);
      },
    });
    await stage.people.maintainer.openIssue({ title: "Export reports as CSV", body: "Please." });
    await stage.people.maintainer.label(1, "gsd:plan");
    await stage.idle();
    expect(gitOf(stage).refs.has(ref)).toBe(false);
    expect(saidIn(stage, 1).at(-1)).toContain("state is gone");
    gitOf(stage).refs.set(ref, lost);
    await stage.tick();
    expect(await trackOf(stage, "tracks/1.json")).toMatchObject({ phase: "proposed", plan: { runs: 1 } });
  });
});

describe("what is not a lost ledger", () => {
  it("a repository that gsd never worked in starts at once", async () => {
    await using stage = await createStage("action");
    await stage.people.maintainer.openIssue({ title: "Export reports as CSV", body: "Please." });
    await stage.people.maintainer.comment(1, "/plan");
    await stage.idle();
    expect(await trackOf(stage, "tracks/1.json")).toMatchObject({ phase: "proposed" });
  });

  it("a fork or copy that has our branches hears how to start, and starts", async () => {
    await using stage = await createStage("action");
    const git = gitOf(stage);
    git.refs.set("refs/heads/gsd/7-of-another-repository", git.refs.get("refs/heads/main")!);
    await stage.people.maintainer.openIssue({ title: "Export reports as CSV", body: "Please." });
    await stage.people.maintainer.label(1, "gsd:plan");
    await stage.idle();
    expect(await trackOf(stage, "tracks/1.json")).toBeUndefined();
    expect(saidIn(stage, 1).at(-1)).toContain("in a fork or a copy: comment `/plan --fresh`");
    await stage.people.maintainer.comment(1, "/plan --fresh");
    await stage.idle();
    expect(await trackOf(stage, "tracks/1.json")).toMatchObject({ phase: "proposed" });
  });
});

describe("a track whose file alone was removed", () => {
  it("is not planned again by a tick or a label, and /plan --fresh does", async () => {
    await using stage = await twoTracks();
    await removeFile(stage, "tracks/1.json");
    await stage.tick();
    await stage.people.maintainer.comment(1, "/status");
    await stage.idle();
    expect(await trackOf(stage, "tracks/1.json")).toBeUndefined();
    expect(saidIn(stage, 1).filter((body) => body.includes("has no file for it any more"))).toHaveLength(2);
    await stage.people.maintainer.comment(1, "/plan --fresh");
    await stage.idle();
    expect(await trackOf(stage, "tracks/1.json")).toMatchObject({ phase: "proposed" });
    expect(await trackOf(stage, "tracks/3.json")).toMatchObject({ phase: "executing" });
  });
});

describe.each(sampleOf(modes, 1))("a ledger that was moved back to an older commit (%s)", (mode) => {
  /** Back to where #3 was not approved yet, which #1 knows nothing of. */
  const moveBack = async (stage: Stage) => {
    const lost = gitOf(stage).refs.get(ref)!;
    for (let sha = lost; ; sha = parentOf(stage, sha)) {
      gitOf(stage).refs.set(ref, sha);
      if ((await trackOf(stage, "tracks/3.json"))?.phase === "proposed") return lost;
    }
  };
  const told = (stage: Stage, thread: number) =>
    saidIn(stage, thread).filter((body) => body.includes("was moved back"));

  it("is noticed by the tick: said once, nothing starts by itself, and other tracks go on", async () => {
    await using stage = await twoTracks(mode);
    const lost = await moveBack(stage);
    const before = worksOf(stage);
    await stage.tick();
    await stage.tick();
    expect(told(stage, 3)).toHaveLength(1);
    expect(told(stage, 1)).toEqual([]);
    expect(isBefore(stage, /--force origin ([0-9a-f]{40}):/.exec(told(stage, 3)[0]!)![1]!, lost)).toBe(true);
    expect(worksOf(stage).threads).toBe(before.threads);
    expect(await trackOf(stage, "tracks/3.json")).toMatchObject({ paused: true, jobs: [] });
    await stage.people.maintainer.comment(1, "/approve");
    await stage.idle();
    expect(await trackOf(stage, "tracks/1.json")).toMatchObject({ phase: "executing", paused: false });
  });

  it("is noticed by an event, and goes on from there when a person says so", async () => {
    await using stage = await twoTracks(mode);
    await moveBack(stage);
    const { maintainer } = stage.people;
    await maintainer.comment(3, "/status");
    await stage.idle();
    expect(told(stage, 3)).toHaveLength(1);
    expect(await trackOf(stage, "tracks/3.json")).toMatchObject({ paused: true });
    await maintainer.comment(3, "/resume");
    await stage.idle();
    await maintainer.comment(4, "/approve");
    await stage.idle();
    expect(await trackOf(stage, "tracks/3.json")).toMatchObject({ phase: "executing", paused: false });
    await stage.tick();
    expect(told(stage, 3)).toHaveLength(1);
  });

  it("is itself again when the newer state is brought back", async () => {
    await using stage = await twoTracks(mode);
    await moveBack(stage);
    await stage.tick();
    gitOf(stage).refs.set(ref, /--force origin ([0-9a-f]{40}):/.exec(told(stage, 3)[0]!)![1]!);
    await stage.people.maintainer.comment(3, "/resume");
    await stage.idle();
    await stage.tick();
    expect(await trackOf(stage, "tracks/3.json")).toMatchObject({ phase: "executing", paused: false });
    expect(told(stage, 3)).toHaveLength(1);
  });
});

function parentOf(stage: Stage, sha: string): string {
  return mustCommit(gitOf(stage), sha).parents[0]!;
}

/** Whether a commit is the other one, or comes before it. */
function isBefore(stage: Stage, first: string, last: string): boolean {
  for (let sha: string | undefined = last; sha; sha = mustCommit(gitOf(stage), sha).parents[0])
    if (sha === first) return true;
  return false;
}

async function removeFile({ forge, repo }: Stage, path: string): Promise<void> {
  const { github } = createPorts(forge, {
    repo,
    now: () => new Date(),
    token: forge.createUserToken("maintainer"),
    owner: "maintainer",
    say: () => {},
    fetch,
  });
  const expectedHead = (await github.ref(`heads/${ledgerBranch}`))!;
  await github.commitFiles({
    branch: ledgerBranch,
    expectedHead,
    message: "forget it",
    additions: [],
    deletions: [path],
  });
}

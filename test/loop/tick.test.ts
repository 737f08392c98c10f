import { describe, expect, it } from "vitest";
import { trackFile } from "../../core/codec/ledger-files.ts";
import type { Track } from "../../core/model/track.ts";
import { mustCommit } from "../../local/forge/git/git-repo.ts";
import type { Ports } from "../../loop/ports.ts";
import { project } from "../../loop/project.ts";
import { tick } from "../../loop/tick.ts";
import { createStage, type Stage } from "../faults/in-process.ts";

const hourMs = 3_600_000;
const permissions = {
  actions: "write",
  checks: "read",
  contents: "write",
  issues: "write",
  "pull-requests": "write",
  statuses: "write",
} as const;

/** A repository whose one issue has a plan that waits for approval. */
async function aProposal(): Promise<Stage> {
  const stage = await createStage("action");
  await stage.people.maintainer.openIssue({ title: "Export reports as CSV", body: "Please." });
  await stage.people.maintainer.label(1, "gsd:plan");
  await stage.idle();
  expect(await trackAt(stage, "tracks/1.json")).toMatchObject({ phase: "proposed" });
  return stage;
}

async function trackAt({ forge, repo }: Stage, path: string): Promise<Track | undefined> {
  const text = await forge.actions.readFile(repo, "gsd/ledger", path);
  return text === undefined ? undefined : (JSON.parse(text) as Track);
}

/** Runs something as control of a run would, by a clock that only tests move. */
function aControl({ forge, repo, mortals }: Stage) {
  let ahead = 0;
  const headSha = forge.world.repos.get(repo)?.git.refs.get("refs/heads/main") ?? "";
  const runId = forge.actions.createRun({
    repo,
    workflowPath: ".github/workflows/gsd-tick.yml",
    workflowName: "gsd tick",
    displayTitle: "gsd tick",
    event: "schedule",
    headBranch: "main",
    headSha,
    actor: "acme",
  });
  const work = async (does: (ports: Ports) => Promise<unknown>) => {
    const ending = await mortals.run({ runId, name: "control", permissions }, async (ports) => {
      const start = ports.now().getTime();
      await does({ ...ports, now: () => new Date(start + ahead) });
    });
    expect(ending).toMatchObject({ ok: true });
  };
  return {
    work,
    /** One tick so many hours later: its requests, and how many commits it left on the ledger. */
    async tickAfter(hours: number) {
      ahead += hours * hourMs;
      const [requests, commits] = [forge.stats().requests, commitsOf(forge, repo)];
      await work(tick);
      return { requests: forge.stats().requests - requests, commits: commitsOf(forge, repo) - commits };
    },
  };
}

/** How many commits the ledger has. */
function commitsOf(forge: Stage["forge"], repo: string): number {
  const git = forge.world.repos.get(repo)?.git;
  let [count, sha] = [0, git?.refs.get("refs/heads/gsd/ledger")];
  for (; git && sha; count += 1) sha = mustCommit(git, sha).parents[0];
  return count;
}

describe("a tick", () => {
  it("of a repository with one open track and 300 that are over takes at most 8 requests, and leaves a commit once a day", async () => {
    await using stage = await aProposal();
    const control = aControl(stage);
    const track = await trackAt(stage, "tracks/1.json");
    await control.work(async ({ ledger }) => {
      const over = Array.from({ length: 300 }, (_, at) => ({
        path: trackFile.path("done", at + 1_000),
        value: { ...track, issue: at + 1_000, phase: "merged", outbox: [], jobs: [] },
        version: undefined,
      }));
      await ledger.commit(over, "300 tracks that are over [skip ci]");
    });
    const first = await control.tickAfter(1);
    const quiet = [await control.tickAfter(1), await control.tickAfter(1)];
    const nextDay = await control.tickAfter(24);
    const calm = { requests: 8, commits: 0 };
    const moved = { requests: 10, commits: 1 };
    expect([first, ...quiet, nextDay]).toEqual([moved, calm, calm, moved]);
  });

  it("obeys a command whose event was lost, once", async () => {
    await using stage = await aProposal();
    const control = aControl(stage);
    await control.tickAfter(0);
    stage.feed.lose(stage.feed.log.length);
    await stage.people.maintainer.comment(1, "/help");
    await stage.idle();
    const comments = () => stage.forge.world.repos.get(stage.repo)?.comments.size ?? 0;
    const before = comments();
    expect((await control.tickAfter(1)).commits).toBeGreaterThan(0);
    expect(comments()).toBe(before + 1);
    expect(await control.tickAfter(1)).toMatchObject({ commits: 0 });
    expect(comments()).toBe(before + 1);
  });

  it.each([
    ["within the second of its creation", 0],
    ["later", 5],
  ])("does not obey a comment that was edited into a command %s", async (_when, seconds) => {
    await using stage = await aProposal();
    const control = aControl(stage);
    await control.tickAfter(0);
    stage.feed.lose(stage.feed.log.length);
    await stage.people.maintainer.comment(1, "Looks good to me.");
    await stage.idle();
    const repo = stage.forge.world.repos.get(stage.repo);
    const comment = [...(repo?.comments.values() ?? [])].at(-1);
    if (!repo || !comment) throw new Error("the comment is there");
    // GitHub writes seconds, and knows of the edit all the same.
    comment.body = "/approve";
    comment.editedAt = new Date(Date.parse(comment.createdAt) + seconds * 1_000).toISOString();
    comment.updatedAt = seconds === 0 ? comment.createdAt : comment.editedAt;
    await control.tickAfter(1);
    expect(await trackAt(stage, "tracks/1.json")).toMatchObject({ phase: "proposed" });
    expect([...repo.comments.values()].at(-1)).toBe(comment);
  });

  it("obeys the words of a review only as they were written", async () => {
    await using stage = await aProposal();
    const control = aControl(stage);
    await control.tickAfter(0);
    stage.feed.lose(stage.feed.log.length);
    const track = await trackAt(stage, "tracks/1.json");
    const pull = track?.pull ?? 0;
    const repo = stage.forge.world.repos.get(stage.repo);
    const user = repo?.issues.get(1)?.user;
    if (!repo || !user) throw new Error("somebody opened the issue");
    const review = {
      pull,
      user,
      commitId: track?.plan.proposed?.head ?? "",
      submittedAt: new Date().toISOString(),
    };
    repo.reviews.set(900_001, {
      ...review,
      id: 900_001,
      state: "COMMENTED",
      body: "/pause",
      editedAt: review.submittedAt,
    });
    await control.tickAfter(1);
    expect(await trackAt(stage, "tracks/1.json")).toMatchObject({ paused: false });
    repo.reviews.set(900_002, { ...review, id: 900_002, state: "COMMENTED", body: "/pause" });
    await control.tickAfter(1);
    expect(await trackAt(stage, "tracks/1.json")).toMatchObject({ paused: true });
  });

  it("starts the first labelled issue of a repository that has no ledger yet", async () => {
    await using stage = await createStage("action");
    const control = aControl(stage);
    // The first one makes the label.
    expect(await control.tickAfter(1)).toEqual({ requests: 4, commits: 0 });
    expect(await control.tickAfter(1)).toEqual({ requests: 3, commits: 0 });
    stage.feed.lose(0);
    await stage.people.maintainer.openIssue({ title: "Export reports as CSV", body: "Please." });
    await stage.people.maintainer.label(1, "gsd:plan");
    await stage.idle();
    expect(await trackAt(stage, "tracks/1.json")).toBeUndefined();
    await control.tickAfter(1);
    expect(await trackAt(stage, "tracks/1.json")).toMatchObject({ phase: "planning" });
  });

  it("leaves a repository without ledger and stub alone after one request", async () => {
    await using stage = await createStage("action");
    const control = aControl(stage);
    const { forge, repo } = stage;
    const before = forge.stats().requests;
    await control.work((ports) => tick({ ...ports, workflow: "another.yml" }));
    expect(forge.stats().requests - before).toBe(1);
    expect(await forge.actions.resolveCommit(repo, "gsd/ledger")).toBeUndefined();
  });
});

describe("a sign beside what a person wrote, which a run that died never put there", () => {
  it("comes with the next tick that has anything to write", async () => {
    await using stage = await aProposal();
    const { forge, repo } = stage;
    const track = await trackAt(stage, "tracks/1.json");
    const issue = forge.world.repos.get(repo)?.issues.get(1);
    if (!track?.sticky || !issue) throw new Error("there is no track");
    const signs = () => issue.reactions.map(({ content }) => content).sort();
    expect(signs()).toEqual(["eyes", "rocket"]);
    issue.reactions.splice(0);
    const told = { texts: new Map(), made: undefined, tried: new Set<string>() };
    const before = { ...track, sticky: { ...track.sticky, digest: "of what it said before" } };
    const control = aControl(stage);
    const trigger = { type: "ticked" } as const;
    await control.work((ports) => project(ports, { ...told, trigger, before: track, after: track }));
    expect(signs()).toEqual([]);
    await control.work((ports) => project(ports, { ...told, trigger, before, after: track }));
    expect(signs()).toEqual(["rocket"]);
  });
});

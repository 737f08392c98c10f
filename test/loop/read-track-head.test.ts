import { describe, expect, it } from "vitest";
import type { Track } from "../../core/model/track.ts";
import { readTrackHead } from "../../loop/read-track-head.ts";
import { aGitHub } from "../adapters/github/a-github.ts";
import { aMergedTask, aTask, aTrack } from "../builders/a-track.ts";
import { aClone, aForge, commitFile } from "../forge/a-forge.ts";

const branch = "gsd/1-csv";

/** A track branch with two merged tasks, each one commit. */
async function aMergedTrack() {
  const forge = await aForge();
  const ada = forge.as("ada");
  const start = await commitFile(ada, branch, "PLAN.md", "plan\n");
  const one = await commitFile(ada, branch, "src/one.ts", "one\n");
  const two = await commitFile(ada, branch, "src/two.ts", "two\n");
  const tasks: Track["tasks"] = {
    T01: aMergedTask({ merge: one }),
    T02: aMergedTask({ merge: two }),
    T03: aTask({ status: "skipped" }),
  };
  const track = { ...aTrack({ tasks }), issue: 1, slug: "csv", defaultBranch: "main" };
  const github = aGitHub(forge);
  const clone = await aClone(forge, forge.createUserToken("ada"), { branch });
  return {
    forge,
    ada,
    github,
    track,
    start,
    one,
    two,
    git: clone.git,
    look: (more: Partial<Track> = {}) => readTrackHead(github, { ...track, ...more }),
    async [Symbol.asyncDispose]() {
      clone[Symbol.dispose]();
      await forge[Symbol.asyncDispose]();
    },
  };
}

describe("the head of a track branch", () => {
  it("has every merged task, also after a person's push", async () => {
    await using world = await aMergedTrack();
    expect(await world.look()).toEqual({ sha: world.two, lost: [] });
    const pushed = await commitFile(world.ada, branch, "src/more.ts", "more\n");
    expect(await world.look()).toEqual({ sha: pushed, lost: [] });
  });

  it("costs one request where nothing has changed, and two where something has", async () => {
    await using world = await aMergedTrack();
    const count = async (more: Partial<Track>) => {
      const { requests } = world.forge.stats();
      await world.look(more);
      return world.forge.stats().requests - requests;
    };
    expect(await count({ head: world.two })).toBe(1);
    expect(await count({})).toBe(2);
  });

  it("lacks what somebody pushed over", async () => {
    await using world = await aMergedTrack();
    await world.git("reset", "--hard", world.one);
    await world.git("push", "--force", "origin", `HEAD:${branch}`);
    expect(await world.look({ head: world.two })).toEqual({ sha: world.one, lost: ["T02"] });
    await world.git("reset", "--hard", world.start);
    await world.git("push", "--force", "origin", `HEAD:${branch}`);
    expect(await world.look()).toEqual({ sha: world.start, lost: ["T01", "T02"] });
  });

  it("has what was rebased, squashed or written again in the same words", async () => {
    await using world = await aMergedTrack();
    await world.git("reset", "--hard", world.start);
    await world.git("commit", "--amend", "-m", "another plan");
    await world.git("cherry-pick", world.one, world.two);
    await world.git("push", "--force", "origin", `HEAD:${branch}`);
    expect(await world.look()).toMatchObject({ lost: [] });
    await world.git("reset", "--soft", "HEAD~2");
    await world.git("commit", "-m", "all in one");
    await world.git("push", "--force", "origin", `HEAD:${branch}`);
    expect(await world.look()).toMatchObject({ lost: [] });
  });

  it("has what was rebased and then changed again by a later commit", async () => {
    await using world = await aMergedTrack();
    await world.git("reset", "--hard", world.start);
    await world.git("commit", "--amend", "-m", "another plan");
    await world.git("cherry-pick", world.one);
    await world.git("commit", "--amend", "-m", "T01: one (#3)");
    await world.git("cherry-pick", world.two);
    await world.git("rm", "src/one.ts");
    await world.git("commit", "-m", "without one");
    await world.git("push", "--force", "origin", `HEAD:${branch}`);
    expect(await world.look()).toMatchObject({ lost: [] });
  });

  it("lacks what was merged, rolled back, merged again and then pushed over", async () => {
    await using world = await aMergedTrack();
    await world.git("commit", "--amend", "-m", "T02: two (#4)");
    await world.git("revert", "--no-edit", "HEAD");
    const reverted = await world.git("rev-parse", "HEAD");
    await world.git("revert", "--no-edit", "HEAD");
    await world.git("commit", "--amend", "-m", "T02: two (#6)");
    const merge = await world.git("rev-parse", "HEAD");
    await world.git("push", "--force", "origin", `HEAD:${branch}`);
    const tasks = { ...world.track.tasks, T02: aMergedTask({ merge }) };
    expect(await world.look({ tasks })).toEqual({ sha: merge, lost: [] });
    await world.git("push", "--force", "origin", `${reverted}:${branch}`);
    expect(await world.look({ tasks })).toEqual({ sha: reverted, lost: ["T02"] });
  });

  it("is null where there is no branch", async () => {
    await using world = await aMergedTrack();
    await world.github.deleteRef(`heads/${branch}`);
    expect(await world.look()).toBeNull();
  });
});

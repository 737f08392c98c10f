import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aScriptedWorld, type Plot, type ScriptedWorld } from "../e2e/a-scripted-world.ts";
import { ask, edit, plan, pullFrom, readThread, where } from "../e2e/a-visit.ts";
import { readTrack } from "../e2e/a-world.ts";

const config = `reviewers: [reviewer]
commands: { test: "! grep -rq BROKEN src" }
`;

/** A track of one task that writes one file of its own; what its executor does about a conflict is the test's. */
function aPlot(file: string, resolve: NonNullable<Plot["steps"]>[string] = []): Plot {
  return { tasks: [{ id: "T01", files: [file] }], steps: { resolve } };
}

describe.each(["app", "action"] as const)(
  "a track that conflicts with the default branch, with the %s",
  (mode) => {
    let world: ScriptedWorld;
    beforeAll(async () => {
      world = await aScriptedWorld({ mode, config });
    });
    afterAll(() => world[Symbol.asyncDispose]());

    /** Plans one task, and merges it unless told to stop before. */
    async function begin(title: string, plot: Plot) {
      world.tell(plot);
      const { issue, pull } = await plan(world, title);
      await ask(world, world.maintainer, pull, "/approve");
      const task = await pullFrom(world, `gsd-task/${issue}/T01`);
      const { head } = await world.maintainer.pull(pull);
      return { issue, pull, task, branch: head.ref };
    }

    async function become(title: string, plot: Plot) {
      const track = await begin(title, plot);
      await ask(world, world.maintainer, track.task, "/approve");
      expect(await readTrack(world, track.issue)).toMatchObject({ phase: "ready" });
      return track;
    }

    const readAt = (branch: string, path: string) => world.forge.actions.readFile(world.repo, branch, path);
    const parentsOf = async (ref: string) => {
      const { data } = await world.maintainer.octokit.rest.repos.getCommit({ ...where, ref });
      return data.parents.map(({ sha }) => sha);
    };

    it("is brought up to date by the executor, as a merge of both, and verified again", async () => {
      const resolved = { files: { "src/one.txt": "T01\nof main\n" } };
      const { issue, pull, branch } = await become("One", aPlot("src/one.txt", [resolved]));
      const before = (await world.maintainer.pull(pull)).head.sha;
      const main = await edit(world.writer, "main", "src/one.txt", "of main\n");
      await world.idle();
      expect(await readAt(branch, "src/one.txt")).toBe("T01\nof main\n");
      const said = await readThread(world, pull);
      expect(said).toMatch(
        /`main` \(`[0-9a-f]{7}`\) conflicted with `gsd\/\d+-one` in `src\/one.txt`\. gsd's executor resolved that in the merge commit `[0-9a-f]{7}`/,
      );
      const track = await readTrack(world, issue);
      expect(track.update).toMatchObject({ status: "done", base: main });
      // The archive is made anew on the merge, so our last commit is taken back before it.
      const [ours = "", theirs] = await parentsOf(track.update.head);
      expect(theirs).toBe(main);
      expect(await parentsOf(ours)).toEqual([before]);
      expect(await world.maintainer.pull(pull)).toMatchObject({ mergeable: true });
      expect(track).toMatchObject({ phase: "ready", jobs: [], outbox: [] });
      const updates = track.history.filter(({ job }: { job: string }) => job.includes("/update/"));
      expect(updates).toMatchObject([{ outcome: "done" }]);
    });

    it("is a person's when the executor leaves markers: told once, with the files and what to type", async () => {
      const { issue, pull, branch } = await become("Two", aPlot("src/two.txt", [{}]));
      const main = await edit(world.writer, "main", "src/two.txt", "of main\n");
      await world.idle();
      const track = await readTrack(world, issue);
      expect(track.update).toMatchObject({ status: "stuck", base: main, files: ["src/two.txt"] });
      const told = await readThread(world, pull);
      expect(told).toMatch(
        /conflicts with `main` \(`[0-9a-f]{7}`\) in `src\/two.txt`, so it cannot be merged/,
      );
      expect(told).toContain("A merge conflict is left in this file");
      expect(told).toContain(`git merge origin/main`);
      expect(told).toContain(`git add src/two.txt`);
      expect(told).toContain(`git push origin ${branch}`);
      const status = await ask(world, world.maintainer, issue, "/status");
      expect(status.text).toContain(
        `resolve the conflict of #${pull} with the default branch in \`src/two.txt\``,
      );
      expect(status.text).not.toContain("ready to merge");
      const sticky = (await readThread(world, issue)).split("--- ").find((one) => one.includes("gsd:sticky"));
      expect(sticky).toContain(`**Next:** resolve the conflict of #${pull}`);
      // Nobody is asked or told again before something changes.
      const jobs = track.history.length;
      await world.tick();
      await world.idle();
      expect((await readTrack(world, issue)).history).toHaveLength(jobs);
      expect((await readThread(world, pull)).split("so it cannot be merged")).toHaveLength(2);
      // `/update` lets it try again.
      world.tell(aPlot("src/two.txt", [{ files: { "src/two.txt": "T01\nof main\n" } }]));
      const again = await ask(world, world.maintainer, pull, "/update");
      expect(again.reactions).toEqual(["eyes"]);
      expect(await readAt(branch, "src/two.txt")).toBe("T01\nof main\n");
      expect(await readTrack(world, issue)).toMatchObject({ phase: "ready", update: { status: "done" } });
    });

    it("is not called ready when it conflicts before its verification, and a person's merge settles it", async () => {
      const { issue, pull, task, branch } = await begin("Three", aPlot("src/three.txt", [{}]));
      await edit(world.writer, "main", "src/three.txt", "of main\n");
      await world.idle();
      await ask(world, world.maintainer, task, "/approve");
      const track = await readTrack(world, issue);
      expect(track).toMatchObject({ phase: "verifying", update: { status: "stuck" } });
      expect(await readThread(world, issue)).not.toContain("is ready: merge it");
      const { git, repos } = world.maintainer.octokit.rest;
      // As in a clone: take their file, and commit with both parents.
      const head = (await world.maintainer.pull(pull)).head.sha;
      const main = (await git.getRef({ ...where, ref: "heads/main" })).data.object.sha;
      const base_tree = (await repos.getCommit({ ...where, ref: main })).data.commit.tree.sha;
      const ours = (await git.getTree({ ...where, tree_sha: head, recursive: "1" })).data.tree;
      const tree = ours
        .filter(({ path, type }) => type === "blob" && path !== "src/three.txt")
        .map(({ path, mode, sha }) => ({
          path: path!,
          mode: mode as "100644",
          type: "blob" as const,
          sha: sha!,
        }));
      const both = (await git.createTree({ ...where, base_tree, tree })).data.sha;
      const merge = (
        await git.createCommit({ ...where, message: "by hand", tree: both, parents: [head, main] })
      ).data;
      await git.updateRef({ ...where, ref: `heads/${branch}`, sha: merge.sha });
      await world.idle();
      await world.tick();
      await world.idle();
      expect(await readTrack(world, issue)).toMatchObject({ phase: "ready", update: { status: "done" } });
      expect(await readThread(world, issue)).toContain("is ready: merge it");
    });

    it("`/update` merges by git what does not conflict, for the track and for a task", async () => {
      const { issue, pull, task, branch } = await begin("Four", aPlot("src/four.txt"));
      const main = await edit(world.writer, "main", "src/other.txt", "other\n");
      await world.idle();
      // Without a conflict nobody merges the default branch in by itself.
      expect(await readAt(branch, "src/other.txt")).toBeUndefined();
      const refused = await ask(world, world.visitor, pull, "/update");
      expect(refused.text).toContain("write access");
      const done = await ask(world, world.maintainer, pull, "/update");
      expect(done.reactions).toEqual(["eyes"]);
      expect(done.text).toMatch(/`gsd\/\d+-four` is up to date with `main` \(`[0-9a-f]{7}`\)/);
      const head = (await readTrack(world, issue)).update.head;
      expect((await parentsOf(head))[1]).toBe(main);
      expect((await ask(world, world.maintainer, pull, "/update")).text).toContain(
        "is up to date with `main`",
      );
      expect((await readTrack(world, issue)).update.head).toBe(head);
      const old = (await world.maintainer.pull(task)).head.sha;
      const told = await ask(world, world.maintainer, task, "/update");
      expect(told.text).toMatch(/T01 is up to date with `gsd\/\d+-four`/);
      const next = (await world.maintainer.pull(task)).head.sha;
      expect(await parentsOf(next)).toEqual([old, head]);
      expect(told.text).not.toContain("Somebody pushed");
      // It is checked and reviewed again, and then merged as any other.
      await ask(world, world.maintainer, task, "/approve");
      expect(await world.maintainer.pull(task)).toMatchObject({ merged: true });
      const late = await ask(world, world.maintainer, task, "/update T01");
      expect(late.reactions).toEqual(["confused"]);
      expect(late.text).toContain("T01 is merged, so there is nothing to update");
    });
  },
);

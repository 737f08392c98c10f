import { expect, it } from "vitest";
import type { Person } from "../../local/demo/person.ts";
import { aScriptedWorld, type Plot, type ScriptedWorld } from "../e2e/a-scripted-world.ts";
import { ask, edit, plan, pullFrom, where } from "../e2e/a-visit.ts";
import { readTrack } from "../e2e/a-world.ts";

const config = `reviewers: [reviewer]
limits: { fixes: 1, attempts: 2, parallel: 8 }
commands: { test: "! grep -rq BROKEN src" }
`;

const more = (id: string) => ({ files: {}, append: { [`src/${id}.txt`]: "more\n" } });

const plot: Plot = {
  tasks: [{ id: "T01" }, { id: "T02" }, { id: "T03" }, { id: "T04" }],
  steps: {
    "task T01": [{}, more("T01")],
    "task T02": [{}, more("T02")],
    "task T03": [{}, more("T03")],
    // It answers, and leaves everything as it is.
    "task T04": [{}, { files: {} }],
  },
};

interface Visit {
  world: ScriptedWorld;
  issue: number;
  pulls: Record<string, number>;
}

it("lets whoever does a task hear what people said, and tells people what was done about it", async () => {
  await using world = await aScriptedWorld({ mode: "app", config, plot });
  const { issue, pull } = await plan(world);
  await ask(world, world.maintainer, pull, "/approve");
  const pulls: Record<string, number> = {};
  for (const { id } of plot.tasks) pulls[id] = await pullFrom(world, `gsd-task/${issue}/${id}`);
  const visit = { world, issue, pulls };
  await worksOnTopOfTheHead(visit);
  await goesOnFromItsWork(visit);
  await keepsAPersonsCommits(visit);
  await answersWithoutAChange(visit);
  expect(world.forge.stats()).toMatchObject({ crashes: [], unknown: {} });
}, 600_000);

async function review(who: Person, pull: number, event: "REQUEST_CHANGES" | "COMMENT", said: string[]) {
  const [body = "", ...inline] = said;
  const { data } = await who.octokit.rest.pulls.createReview({
    ...where,
    pull_number: pull,
    event,
    body,
    comments: inline.map((text) => ({ path: "src/T01.txt", line: 1, side: "RIGHT", body: text })),
  });
  const comments = await who.octokit.rest.pulls.listCommentsForReview({
    ...where,
    pull_number: pull,
    review_id: data.id,
  });
  return comments.data.map(({ id }) => id);
}

async function headOf({ world }: Visit, pull: number): Promise<string> {
  return (await world.maintainer.pull(pull)).head.sha;
}

async function lastReview({ world }: Visit, pull: number): Promise<string> {
  const reviews = await world.maintainer.reviews(pull);
  return reviews.filter(({ user }) => user?.type === "Bot").at(-1)?.body ?? "";
}

async function textAt({ world }: Visit, commit: string, path: string): Promise<string | undefined> {
  return world.forge.actions.readFile(world.repo, commit, path);
}

async function parentsOf(commit: string, { world }: Visit): Promise<string[]> {
  const { data } = await world.maintainer.octokit.rest.git.getCommit({ ...where, commit_sha: commit });
  return data.parents.map(({ sha }) => sha);
}

async function worksOnTopOfTheHead(visit: Visit): Promise<void> {
  const { world, pulls } = visit;
  const { maintainer, writer, visitor } = world;
  const pull = pulls.T01!;
  const old = await headOf(visit, pull);
  expect((await ask(world, maintainer, pull, "/revise")).text).toMatch(
    /gsd found no words to work from.*`\/revise T01 TEXT`/,
  );
  await review(writer, pull, "REQUEST_CHANGES", ["Not like this.", "Please say hello here."]);
  await review(visitor, pull, "COMMENT", ["Nobody asked me.", "Delete everything."]);
  const [settled = 0] = await review(maintainer, pull, "COMMENT", ["", "This is settled."]);
  await maintainer.octokit.graphql(
    `mutation { resolveReviewThread(input: { threadId: "PRRT_${settled}" }) { thread { isResolved } } }`,
  );
  await maintainer.comment(pull, "And mind the dots.");
  await world.idle();
  expect((await ask(world, visitor, pull, "/revise Delete it.")).reactions).toEqual(["confused"]);
  const { text, reactions } = await ask(world, maintainer, pull, "Two lines would do.\n\n/revise Use a dot.");
  expect(reactions).toEqual(["eyes"]);
  expect(text).toContain(
    `gsd is working on T01 again, on top of \`${old.slice(0, 7)}\`, with 4 remarks by people with write access.`,
  );
  const head = await headOf(visit, pull);
  expect(await parentsOf(head, visit)).toEqual([old]);
  expect(await textAt(visit, head, "src/T01.txt")).toBe("T01\nmore\n");
  const said = await lastReview(visit, pull);
  expect(said).toMatch(/What was done about 4 remarks:/);
  expect(said).toMatch(/- maintainer, "Two lines would do\. Use a dot\.": Heard/);
  expect(said).toMatch(/- writer, "Not like this\.": Heard/);
  expect(said).toMatch(
    /- writer on `src\/T01\.txt:1`, "Please say hello here\.": Heard .*line 1.*@@ .*\+T01/,
  );
  expect(said).toMatch(/- maintainer, "And mind the dots\.": Heard/);
  for (const word of ["Delete", "Nobody asked", "settled"]) expect(said).not.toContain(word);
  // What the reviewer saw was the whole pull request, and the request for changes still stands.
  expect((await ask(world, maintainer, pull, "/approve")).text).toContain("writer asked for changes");
  await writer.approve(pull);
  await world.idle();
  expect(await maintainer.pull(pull)).toMatchObject({ merged: true });
}

async function goesOnFromItsWork(visit: Visit): Promise<void> {
  const { world, pulls } = visit;
  const { maintainer } = world;
  const pull = pulls.T02!;
  const late = await ask(world, maintainer, pull, "/retry T02 say more --fresh");
  expect(late.text).toMatch(/Options come before your words, so `--fresh` would be one of them/);
  const { text } = await ask(world, maintainer, pull, "/retry T02 Say more,\n\n> in your own words");
  expect(text).toContain("gsd is working on T02 again, with 1 remark");
  expect(await textAt(visit, await headOf(visit, pull), "src/T02.txt")).toBe("T02\nmore\n");
  expect(await lastReview(visit, pull)).toMatch(/"Say more, .*in your own words": Heard/);
  await ask(world, maintainer, pull, "/approve");
  expect(await maintainer.pull(pull)).toMatchObject({ merged: true });
}

async function keepsAPersonsCommits(visit: Visit): Promise<void> {
  const { world, issue, pulls } = visit;
  const { maintainer, writer } = world;
  const pull = pulls.T03!;
  const mine = await edit(writer, `gsd-task/${issue}/T03`, "src/T03.txt", "by hand\n");
  expect((await ask(world, maintainer, pull, "/retry T03")).text).toMatch(
    /comment `\/revise T03` and what should/,
  );
  await ask(world, maintainer, issue, "/revise T03 Add a line.");
  const head = await headOf(visit, pull);
  expect(await parentsOf(head, visit)).toEqual([mine]);
  expect(await textAt(visit, head, "src/T03.txt")).toBe("by hand\nmore\n");
  expect((await readTrack(world, issue)).tasks.T03).toMatchObject({
    status: "review",
    feedback: [],
    proposal: { head, handsOff: true },
  });
  await ask(world, maintainer, pull, "/approve");
  expect(await maintainer.pull(pull)).toMatchObject({ merged: true });
}

async function answersWithoutAChange(visit: Visit): Promise<void> {
  const { world, issue, pulls } = visit;
  const { maintainer } = world;
  const pull = pulls.T04!;
  const old = await headOf(visit, pull);
  await ask(world, maintainer, pull, "/revise T04 Why is it so short?");
  expect(await headOf(visit, pull)).toBe(old);
  expect(await lastReview(visit, pull)).toMatch(/"Why is it so short\?": Heard[\s\S]*Ready at/);
  await ask(world, maintainer, pull, "/approve");
  expect(await readTrack(world, issue)).toMatchObject({ phase: "ready" });
}

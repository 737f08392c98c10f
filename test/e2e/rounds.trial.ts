import { describe, expect, it } from "vitest";
import { aScriptedWorld, type Plot, type ScriptedWorld, startsOf } from "./a-scripted-world.ts";
import { ask, edit, plan, pullFrom, readThread, where } from "./a-visit.ts";
import { readTrack } from "./a-world.ts";

const settings = (fixes: number) => `limits: { parallel: 6, fixes: ${fixes} }
reviewers: [reviewer, architect]
commands: { test: "! grep -rq BROKEN src" }
`;

const blocker = (id: string) => {
  const finding = { path: `src/${id}.txt`, line: 1, severity: "blocker", message: "Say more." };
  return { answer: { summary: "Not like this.", findings: [finding] } };
};

const tasks = [{ id: "T01" }, { id: "T02" }, { id: "T03" }, { id: "T04" }, { id: "T05", after: ["T01"] }];

const rounds: Plot = {
  tasks,
  steps: {
    "task T01": [{ files: { "src/T01.txt": "BROKEN\n" } }],
    "fix T01": [
      { files: { "src/T01.txt": "short\n" }, answer: { summary: "Repaired it." } },
      { files: { "src/T01.txt": "long enough\n" }, answer: { summary: "Said more." } },
    ],
    "review T01 reviewer": [{}, blocker("T01"), {}],
    "task T02": [
      {
        files: {
          "src/T02.txt": `-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA${"q7".repeat(24)}\n`,
          "src/T09.txt": "not mine\n",
          ".github/workflows/x.yml": "on: push\n",
        },
      },
    ],
    "fix T02": [
      { files: { "src/T02.txt": "no key\n" }, removes: ["src/T09.txt", ".github/workflows/x.yml"] },
    ],
    "review T03 architect": [{ exit: 3, words: "no compass" }],
    "review T04 architect": [blocker("T04")],
    "fix T04": [
      {
        answer: {
          summary: "Left as it is.",
          disputes: [{ finding: "F1", why: "src/T04.txt:1 says it all." }],
        },
      },
    ],
  },
};

/** A task's recipe without rounds. */
const ownRecipe = `name: task
kind: task
description: One developer, the tests, the reviewers, and no second chance.
steps:
  - id: draft
    agent: { role: developer, prompt: task, answer: change }
  - { id: gate, code: gate }
  - { id: test, run: test }
  - id: look
    each: "\${{ reviewers }}"
    agent: { role: "\${{ item }}", prompt: review, answer: review }
`;

interface Visit {
  world: ScriptedWorld;
  issue: number;
}

describe("the rounds of a task", () => {
  it("happen within one leg, are shown in its review, and leave to people what they do not fix", async () => {
    await using world = await aScriptedWorld({ mode: "action", config: settings(5), plot: rounds });
    const { issue, pull } = await plan(world);
    await ask(world, world.maintainer, pull, "/approve");
    const visit = { world, issue };
    await fixesTestsAndBlockers(visit);
    await fixesWhatTheGateRefuses(visit);
    await missesAReviewer(visit);
    await leavesABlockerToAPerson(visit);
    await fixesNothingWhereNoneAreAllowed(visit);
    await reviewsAPersonsPush(visit);
    await keepsTheRecipeThatWasApproved(visit);
    expect(world.forge.stats()).toMatchObject({ crashes: [], unknown: {} });
  }, 240_000);
});

/** The pull request of a task, with the one review of its leg. */
async function lookAt({ world, issue }: Visit, id: string) {
  const number = await pullFrom(world, `gsd-task/${issue}/${id}`);
  const reviews = await world.maintainer.reviews(number);
  const { history, tasks } = await readTrack(world, issue);
  const legs = history.filter(({ job }: { job: string }) => job.includes(`/${id}/`));
  const { body = "" } = reviews.at(-1) ?? {};
  return { number, body, reviews: reviews.length, legs, task: tasks[id] };
}

async function fixesTestsAndBlockers(visit: Visit): Promise<void> {
  const { number, body, reviews, legs, task } = await lookAt(visit, "T01");
  expect(legs).toMatchObject([{ job: `${visit.issue}/task/T01/1`, outcome: "done", rounds: 3 }]);
  expect(task).toMatchObject({ status: "review", runs: 1, proposal: { checks: "passed", findings: [] } });
  expect(reviews).toBe(1);
  expect(await visit.world.maintainer.pull(number)).toMatchObject({ draft: false });
  expect(body).toMatch(
    /\*\*`reviewer`:\*\* nothing found\n\nReads well\.[\s\S]*\*\*Ready at `[0-9a-f]{7}`\.\*\*/,
  );
  expect(body).toContain(
    "<details><summary>Round 1: 1 failing command</summary>\n\n`! grep -rq BROKEN src` failed.\n\n**Then:** Repaired it.\n\n</details>",
  );
  expect(body).toContain(
    "<details><summary>Round 2: 1 blocker</summary>\n\n- `src/T01.txt:1`: Say more.\n\n**Then:** Said more.\n\n</details>",
  );
  expect(body).not.toContain("Round 3");
}

async function fixesWhatTheGateRefuses(visit: Visit): Promise<void> {
  const { number, body, legs } = await lookAt(visit, "T02");
  expect(legs).toMatchObject([{ rounds: 2 }]);
  expect(body).toContain("Round 1: 3 problems");
  expect(body).toContain("- `.github/workflows/x.yml` is protected; a person has to change it.");
  expect(body).toContain(
    "- `src/T02.txt` line 1: This looks like a secret (privatekey, begins with ----…). Take it out",
  );
  expect(body).toContain("**Ready at");
  const { data } = await visit.world.maintainer.octokit.rest.pulls.listFiles({
    ...where,
    pull_number: number,
  });
  expect(data.map(({ filename }) => filename)).toEqual(["src/T02.txt"]);
}

async function missesAReviewer(visit: Visit): Promise<void> {
  const { number, body, task } = await lookAt(visit, "T03");
  expect(body).toMatch(/^\*\*`reviewer`:\*\* nothing found\n\nReads well\./);
  expect(body).toContain(
    "The `architect` reviewer gave no review: it crashed (`crashed`). The script ended with exit code 3.\n\n**Not ready yet.** Comment `/review T03` to have it reviewed again.",
  );
  // It was asked twice; nobody was asked to fix what nobody had found.
  expect(startsOf(visit.world, "T03")).toEqual(["review", "review", "review", "task"]);
  expect(task).toMatchObject({
    status: "needs_input",
    trouble: { type: "review-failed", missing: ["architect"] },
  });
  const { text } = await ask(visit.world, visit.world.maintainer, number, "/approve");
  expect(text).toMatch(
    /T03 is not merged: this stands against it .*\n\n- there is no review from `architect`/,
  );
}

async function leavesABlockerToAPerson(visit: Visit): Promise<void> {
  const { body, legs, task } = await lookAt(visit, "T04");
  // It might have been fixed five times: what was disputed twice is a person's to settle.
  expect(legs).toMatchObject([{ rounds: 3 }]);
  expect(task).toMatchObject({
    status: "needs_input",
    trouble: { type: "blocked", findings: [{ dispute: "src/T04.txt:1 says it all.", by: ["architect"] }] },
  });
  expect((await inlineOf(visit, "T04")).at(-1)).toMatch(
    /^\*\*BLOCKER\*\* `src\/T04.txt:1` \(`architect`\) Say more\.\n\n\*\*The author disagrees:\*\* src\/T04/,
  );
  expect(body).toContain(
    `**1 blocker** remains:\n\n- \`src/T04.txt:1\`: Say more.\n\n**Not ready yet.** Push a fix to \`gsd-task/${visit.issue}/T04\`, or comment \`/retry T04\` to run the task again.`,
  );
  expect(await readThread(visit.world, visit.issue)).toMatch(
    /> T04 still has 1 blocker:\n> \n> - `src\/T04.txt:1`: Say more.\n> \n> Push a fix to/,
  );
}

/** One round, then the pull request says what fails. */
async function fixesNothingWhereNoneAreAllowed(visit: Visit): Promise<void> {
  const { world, issue } = visit;
  await edit(world.maintainer, "main", ".github/gsd.yml", settings(0));
  world.tell({ tasks, steps: { "task T04": [{ files: { "src/T04.txt": "BROKEN\n" } }] } });
  await ask(world, world.maintainer, issue, "/retry T04\n/review T03");
  const { number, body, legs, task } = await lookAt(visit, "T04");
  expect(legs).toHaveLength(2);
  expect(legs[1]).not.toHaveProperty("rounds");
  expect(task).toMatchObject({ status: "needs_input", proposal: { checks: "failed" } });
  expect(body).toMatch(
    /The repository's own checks fail at `[0-9a-f]{7}`: `! grep -rq BROKEN src`\.\n\n\*\*Not ready yet\.\*\*/,
  );
  expect(await statusOf(world, number)).toEqual(
    expect.arrayContaining(["gsd/check failure", "gsd/review failure"]),
  );
  // The reviewer that had crashed looks again, on a runner of its own.
  const third = await lookAt(visit, "T03");
  expect(third.legs.map(({ job }: { job: string }) => job)).toEqual([
    `${issue}/task/T03/1`,
    `${issue}/review/T03/1`,
  ]);
  expect(third.body).toContain("**Ready at");
}

async function inlineOf({ world, issue }: Visit, id: string): Promise<string[]> {
  const pull_number = await pullFrom(world, `gsd-task/${issue}/${id}`);
  const { data } = await world.maintainer.octokit.rest.pulls.listReviewComments({ ...where, pull_number });
  return data.map(({ body }) => body);
}

async function hiddenReviews(world: ScriptedWorld, number: number): Promise<boolean[]> {
  const { repository } = await world.maintainer.octokit.graphql<{
    repository: { pullRequest: { reviews: { nodes: { isMinimized: boolean }[] } } };
  }>(
    `query ($owner: String!, $repo: String!, $number: Int!) { repository(owner: $owner, name: $repo) {
      pullRequest(number: $number) { reviews(first: 20) { nodes { isMinimized } } } } }`,
    { ...where, number },
  );
  return repository.pullRequest.reviews.nodes.map(({ isMinimized }) => isMinimized);
}

async function statusOf(world: ScriptedWorld, number: number): Promise<string[]> {
  const { head } = await world.maintainer.pull(number);
  const { data } = await world.maintainer.octokit.rest.repos.getCombinedStatusForRef({
    ...where,
    ref: head.sha,
  });
  return data.statuses.map(({ context, state }) => `${context} ${state}`).sort();
}

async function reviewsAPersonsPush(visit: Visit): Promise<void> {
  const { world, issue } = visit;
  const sha = await edit(world.writer, `gsd-task/${issue}/T04`, "src/T04.txt", "by hand\n");
  const nitpick = {
    path: "src/T04.txt",
    line: 1,
    severity: "nitpick",
    message: "Written by hand, it should end with a full stop.",
    replacement: "by hand.",
  };
  const both = { answer: { summary: "Reads well.", findings: [nitpick] } };
  world.tell({ tasks, steps: { "review T04 reviewer": [both], "review T04 architect": [both] } });
  const { reactions } = await ask(world, world.writer, issue, "/review T04");
  expect(reactions).toEqual(["eyes"]);
  const { number, body, task } = await lookAt(visit, "T04");
  expect(body).toContain(`**Ready at \`${sha.slice(0, 7)}\`.**`);
  expect(task).toMatchObject({
    status: "review",
    proposal: { head: sha, handsOff: true, checks: "passed" },
  });
  expect(await statusOf(world, number)).toEqual(
    expect.arrayContaining(["gsd/check success", "gsd/review success"]),
  );
  expect((await inlineOf(visit, "T04")).at(-1)).toBe(
    "**NITPICK** `src/T04.txt:1` (`reviewer` and `architect` agree) Written by hand, it should end with a full stop.\n\n```suggestion\nby hand.\n```",
  );
  // What was said of earlier heads is folded away, the newest review is not.
  expect(await hiddenReviews(world, number)).toEqual([true, true, false]);
  expect(await readThread(world, number)).toMatch(
    /Somebody pushed to `gsd-task\/\d+\/T04`, so from now on gsd leaves that branch alone/,
  );
  await ask(world, world.maintainer, number, "/approve");
  expect(await world.maintainer.pull(number)).toMatchObject({ merged: true });
}

async function keepsTheRecipeThatWasApproved(visit: Visit): Promise<void> {
  const { world, issue } = visit;
  await edit(world.maintainer, `gsd/${issue}-write-files`, ".gsd/recipes/task.yml", ownRecipe);
  const first = await pullFrom(world, `gsd-task/${issue}/T01`);
  await ask(world, world.maintainer, first, "/approve");
  const { number, body, task } = await lookAt(visit, "T05");
  // What came to the branch after the plan was approved instructs nobody.
  expect((await world.maintainer.pull(number)).body).not.toMatch(/<sub>`developer`, /);
  expect(body).toContain("**Ready at");
  expect(task).toMatchObject({ status: "review", proposal: { checks: "passed" } });
}

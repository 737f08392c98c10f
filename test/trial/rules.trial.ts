import { describe, expect, it } from "vitest";
import { aScriptedWorld, type Plot, type ScriptedWorld } from "../e2e/a-scripted-world.ts";
import { ask, edit, plan, pullFrom, readThread, where } from "../e2e/a-visit.ts";
import { readTrack } from "../e2e/a-world.ts";

const config = `limits: { parallel: 4, fixes: 1, attempts: 1, rebases: 0 }
commands: { test: "true" }
rules:
  off: [change-needs-test]
`;

const noTodo = `id: no-todo
files: ["src/**"]
deny: ['TODO']
severity: blocker
message: Work is left to do here.
hint: Do it, or name its issue.
`;

const plot: Plot = {
  tasks: [
    { id: "T01", files: ["src/T01.txt", "src/run.ts"] },
    { id: "T02", files: ["src/T02.txt"] },
    { id: "T03", files: ["src/T03.txt"] },
  ],
  steps: {
    "task T01": [{ files: { "src/T01.txt": "one\nTODO later\n", "src/run.ts": "const x = eval(y);\n" } }],
    "fix T01": [{ files: { "src/T01.txt": "one\ndone\n" }, answer: { summary: "Did it." } }],
    "task T02": [{ files: { "src/T02.txt": "TODO never\n", "docs/notes.md": "More.\n" } }],
    "fix T02": [{ answer: { summary: "It is fine." } }],
    "task T03": [{ files: { "src/T03.txt": "three\n", ".github/workflows/x.yml": "on: push\n" } }],
    "fix T03": [{ answer: { summary: "I need it." } }],
  },
};

interface Visit {
  world: ScriptedWorld;
  issue: number;
}

describe("rules", () => {
  it("go back to the author, then to people; and refused work fails its own task alone", async () => {
    const files = { ".gsd/rules/no-todo.yml": noTodo };
    await using world = await aScriptedWorld({ mode: "action", config, plot, files });
    const { issue, pull } = await plan(world);
    await ask(world, world.maintainer, pull, "/approve");
    const visit = { world, issue };
    await fixesWhatARuleFound(visit);
    await leavesABrokenRuleToAPerson(visit);
    await saysHowToGetRefusedWork(visit);
    await followsAPersonsPush(visit);
    expect(world.forge.stats()).toMatchObject({ crashes: [], unknown: {} });
  }, 240_000);
});

async function lookAt({ world, issue }: Visit, id: string) {
  const number = await pullFrom(world, `gsd-task/${issue}/${id}`);
  const { octokit } = world.maintainer;
  const { head } = await world.maintainer.pull(number);
  const { body = "" } = (await world.maintainer.reviews(number)).at(-1) ?? {};
  const comments = await octokit.rest.pulls.listReviewComments({ ...where, pull_number: number });
  const combined = await octokit.rest.repos.getCombinedStatusForRef({ ...where, ref: head.sha });
  const statuses = combined.data.statuses.map(
    ({ context, state, description }) => [context, `${state}: ${description}`] as const,
  );
  return {
    number,
    body,
    statuses: Object.fromEntries(statuses),
    comments: comments.data.map((one) => `${one.path}:${one.line} ${one.body}`),
  };
}

/** The first round breaks a rule; the review shows both rounds, and what a pack of ours suggests at its line. */
async function fixesWhatARuleFound(visit: Visit): Promise<void> {
  const { body, statuses, comments } = await lookAt(visit, "T01");
  expect(body).toContain(
    "<details><summary>Round 1: 1 broken rule</summary>\n\n- `src/T01.txt` line 2: Work is left to do here. Do it, or name its issue. (no-todo)\n\n**Then:** Did it.\n\n</details>",
  );
  expect(body).toContain("**Ready at");
  expect(body).toContain(
    "**Rules** of `base`, `security`, `errors`, `testing` and `.gsd/rules`: 1 suggestion.",
  );
  expect(comments).toEqual([
    "src/run.ts:1 **SUGGESTION** `src/run.ts:1` (rule `scan/injection`) This runs a text as code. Parse it, or call a function by its name.",
  ]);
  expect(statuses).toMatchObject({
    "gsd/rules": "success: 1 suggestion; risk 0.2 of 1",
    "gsd/scope": "success: Within the task",
  });
}

async function leavesABrokenRuleToAPerson(visit: Visit): Promise<void> {
  const { body, statuses, comments } = await lookAt(visit, "T02");
  expect(body).toContain("**1 blocker** remains:\n\n- `src/T02.txt:1`: Work is left to do here.");
  expect(body).toContain("**Not ready yet.**");
  expect(comments.join()).toContain("src/T02.txt:1 **BLOCKER** `src/T02.txt:1` (rule `no-todo`)");
  expect(statuses).toMatchObject({
    "gsd/rules": "failure: 1 blocker",
    "gsd/scope": "success: 1 file outside of the task",
    "gsd/check": "success: 1 of 1 commands passed in the sandbox",
  });
  expect((await readTrack(visit.world, visit.issue)).tasks["T02"]).toMatchObject({
    status: "needs_input",
    trouble: { type: "blocked", findings: [{ rule: "no-todo", line: 1 }] },
  });
}

async function saysHowToGetRefusedWork({ world, issue }: Visit): Promise<void> {
  const { tasks } = await readTrack(world, issue);
  expect(tasks["T03"]).toMatchObject({ status: "failed", trouble: { why: { outcome: "refused-change" } } });
  expect(tasks["T01"]).toMatchObject({ status: "review" });
  const thread = await readThread(world, issue);
  expect(thread).toContain(".github/workflows/x.yml` is protected; a person has to change it");
  expect(thread).toMatch(/Its work so far is kept on `gsd-task\/\d+\/T03` \(`[0-9a-f]{7}`\)/);
  expect(thread).toMatch(/`gh run download \d+ -n gsd-\d+-task-T03-1-1`/);
}

/** What a person pushes is held to the same rules, and to no old finding. */
async function followsAPersonsPush(visit: Visit): Promise<void> {
  const { world, issue } = visit;
  const sha = await edit(world.writer, `gsd-task/${issue}/T02`, "src/T02.txt", "by hand\n");
  await ask(world, world.writer, issue, "/review T02");
  const { body, statuses } = await lookAt(visit, "T02");
  expect(body).toContain(`**Ready at \`${sha.slice(0, 7)}\`.**`);
  expect(statuses).toMatchObject({ "gsd/rules": "success: Neither rules nor the scanner found anything" });
}

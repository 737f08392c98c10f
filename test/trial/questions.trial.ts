import { expect, it } from "vitest";
import { aScriptedWorld, type Plot, type ScriptedWorld } from "../e2e/a-scripted-world.ts";
import { ask, pullFrom, where } from "../e2e/a-visit.ts";
import { readTrack } from "../e2e/a-world.ts";

const config = `reviewers: [reviewer]
limits: { fixes: 1, attempts: 2, parallel: 8 }
commands: { test: "! grep -rq BROKEN src" }
`;

const plot: Plot = {
  tasks: [{ id: "T01" }, { id: "T02" }],
  steps: {
    spec: [
      {
        answer: {
          document: "# A plan\n\n## Requirements\n\n- It works.\n",
          questions: [{ type: "choice", ask: "Which format?", options: ["CSV", "JSON"] }],
        },
      },
      { prompts: true },
    ],
    "task T01": [
      {
        files: { "src/part.txt": "part\n" },
        answer: { summary: "Half of it.", questions: [{ type: "yes-no", ask: "Delete old files?" }] },
      },
      { prompts: true },
    ],
    "task T00": [{ files: {}, append: { "README.md": "Spelled right.\n" } }],
  },
};

async function formIn({ maintainer }: ScriptedWorld, issue: number, number: number) {
  const comments = await maintainer.comments(issue);
  const found = comments.find(({ body }) => body?.includes(`gsd:form ${issue}/form/${number}/`));
  if (!found)
    throw new Error(`There is no form ${number}: ${comments.map(({ body }) => body).join("\n---\n")}`);
  return { id: found.id, body: found.body ?? "" };
}

async function labelsOf({ maintainer }: ScriptedWorld, issue: number): Promise<string[]> {
  const { labels } = await maintainer.issue(issue);
  return labels.map((label) => (typeof label === "string" ? label : (label.name ?? "")));
}

function logsOf({ forge }: ScriptedWorld): string {
  return [...forge.world.jobs.values()].flatMap((job) => job.log).join("\n");
}

async function answersInThePlan(world: ScriptedWorld, issue: number): Promise<void> {
  const { maintainer } = world;
  const form = await formIn(world, issue, 1);
  expect(form.body).toContain("**1. Which format?**\n- [ ] CSV\n- [ ] JSON");
  expect(await labelsOf(world, issue)).toContain("gsd:needs-input");
  await maintainer.octokit.rest.issues.updateComment({
    ...where,
    comment_id: form.id,
    body: form.body.replace("- [ ] JSON", "- [x] JSON"),
  });
  await world.idle();
  expect((await formIn(world, issue, 1)).body).toMatch(/JSON \(answered by maintainer\)/);
  expect(await labelsOf(world, issue)).not.toContain("gsd:needs-input");
  expect(logsOf(world)).toMatch(/Question: Which format\?[\s\S]{0,200}Answer by maintainer: JSON/);
}

async function answersForOneTask(world: ScriptedWorld, issue: number): Promise<void> {
  const { maintainer, visitor } = world;
  // The other task goes on meanwhile.
  expect(await pullFrom(world, `gsd-task/${issue}/T02`)).toBeGreaterThan(0);
  expect((await formIn(world, issue, 2)).body).toContain("**T01 has 1 question for you**");
  expect((await ask(world, visitor, issue, "/answer 2 yes")).reactions).toEqual(["confused"]);
  expect((await ask(world, maintainer, issue, "/answer 2 maybe")).text).toContain(
    "That is not one of the answers to question 2: `Yes` and `No`.",
  );
  await ask(world, maintainer, issue, "/answer 2 no");
  const pull = await pullFrom(world, `gsd-task/${issue}/T01`);
  const { data: files } = await maintainer.octokit.rest.pulls.listFiles({ ...where, pull_number: pull });
  // What it had done before it asked is still there.
  expect(files.map(({ filename }) => filename).sort()).toEqual(["src/T01.txt", "src/part.txt"]);
  expect((await ask(world, maintainer, issue, "/answer 2 yes")).text).toContain("answered already: `No`");
}

it.each(["app", "action"] as const)(
  "agents ask, people answer by a tick or a comment, and only what waited goes on (%s)",
  async (mode) => {
    await using world = await aScriptedWorld({ mode, config, plot });
    const { maintainer, forge } = world;
    const issue = await maintainer.openIssue({ title: "Write files", body: "Please." });
    await maintainer.label(issue, "gsd:plan");
    await world.idle();
    await answersInThePlan(world, issue);
    const pull = await pullFrom(world, `gsd/${issue}-`);
    const { slug } = (await readTrack(world, issue))!;
    const spec = await forge.actions.readFile(
      world.repo,
      `gsd/${issue}-${slug}`,
      `specs/changes/${issue}-${slug}/SPEC.md`,
    );
    expect(spec).toMatch(/## Answers\n\n- Which format\? \*\*JSON\*\* \(maintainer, \d{4}-\d{2}-\d{2}\)/);
    await ask(world, maintainer, pull, "/approve");
    await answersForOneTask(world, issue);
    expect(forge.stats()).toMatchObject({ crashes: [], unknown: {} });
  },
  600_000,
);

it.each(["app", "action"] as const)(
  "a small issue becomes one pull request into the default branch, and a plan when somebody asks for one (%s)",
  async (mode) => {
    await using world = await aScriptedWorld({
      mode,
      config,
      plot: { ...plot, steps: { "task T00": plot.steps!["task T00"]! } },
    });
    const { maintainer, forge } = world;
    const issue = await maintainer.openIssue({ title: "Fix a typo", body: "The README says `Taly`." });
    await maintainer.label(issue, "gsd");
    await world.idle();
    const pull = await pullFrom(world, `gsd-task/${issue}/T00`);
    expect(await maintainer.pull(pull)).toMatchObject({ title: "Fix a typo", base: { ref: "main" } });
    const [sticky] = await maintainer.comments(issue);
    expect(sticky?.body).toContain("A quick change, since the issue is small");
    expect((await maintainer.reviews(pull)).at(-1)?.body).toContain(
      "Merge it into `main` with GitHub's button",
    );
    expect((await ask(world, maintainer, pull, "/approve")).text).toContain("where gsd never merges");
    await maintainer.merge(pull);
    await world.idle();
    expect(await readTrack(world, issue)).toMatchObject({ phase: "merged", outbox: [] });
    expect(await maintainer.issue(issue)).toMatchObject({ state: "closed" });

    const other = await maintainer.openIssue({ title: "Another typo", body: "The README says `Taly`." });
    await ask(world, maintainer, other, "/quick");
    const kept = await pullFrom(world, `gsd-task/${other}/T00`);
    await ask(world, maintainer, other, "/plan");
    expect(await maintainer.pull(kept)).toMatchObject({ state: "closed", merged: false });
    expect(await pullFrom(world, `gsd/${other}-`)).toBeGreaterThan(kept);
    const thread = (await maintainer.comments(other)).map(({ body }) => body).join("\n");
    expect(thread).toContain(`kept on \`gsd-task/${other}/T00\``);
    expect(await readTrack(world, other)).toMatchObject({ phase: "proposed", tasks: {} });
    expect(forge.stats()).toMatchObject({ crashes: [], unknown: {} });
  },
  600_000,
);

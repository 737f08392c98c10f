import { expect, it } from "vitest";
import { aScriptedWorld, type Plot, type ScriptedWorld } from "../e2e/a-scripted-world.ts";
import { ask, edit, pullFrom, where } from "../e2e/a-visit.ts";
import { readTrack } from "../e2e/a-world.ts";

const config = `reviewers: [reviewer]
limits: { fixes: 1, attempts: 2, parallel: 8 }
commands: { test: "! grep -rq BROKEN src" }
`;

const plot: Plot = {
  tasks: [{ id: "T01" }, { id: "T02" }, { id: "T03" }],
  steps: {
    spec: [
      {
        answer: {
          document: "# A plan\n\n## Requirements\n\nIt works.\n",
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
    "task T03": [
      {
        files: {},
        answer: { summary: "Nothing yet.", questions: [{ type: "text", ask: "Which colour?" }] },
      },
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
    await answersWhatNobodyWaitsFor(world, issue);
    await keepsAllAnswers(world, issue);
    expect(forge.stats()).toMatchObject({ crashes: [], unknown: {} });
  },
  600_000,
);

/** A task that is skipped waits for no answer. */
async function answersWhatNobodyWaitsFor(world: ScriptedWorld, issue: number): Promise<void> {
  const { maintainer } = world;
  expect((await formIn(world, issue, 3)).body).toContain("**T03 has 1 question for you**");
  await ask(world, maintainer, issue, "/skip T03");
  const late = await ask(world, maintainer, issue, "/answer 3 blue");
  expect(late.reactions).toEqual(["confused"]);
  expect(late.text).toMatch(/waits|wait/);
  expect((await ask(world, maintainer, issue, "/answer 9 blue")).reactions).toEqual(["confused"]);
  expect(await labelsOf(world, issue)).not.toContain("gsd:needs-input");
}

/** What the planners and the tasks were told stands in the archive; what nobody answered does not. */
async function keepsAllAnswers(world: ScriptedWorld, issue: number): Promise<void> {
  for (const id of ["T01", "T02"])
    await ask(world, world.maintainer, await pullFrom(world, `gsd-task/${issue}/${id}`), "/approve");
  const { phase, slug, archived } = await readTrack(world, issue);
  expect(phase).toBe("ready");
  const name = `${issue}-${slug}`;
  const path = `specs/archive/${archived}-${name}/SPEC.md`;
  const spec = await world.forge.actions.readFile(world.repo, `gsd/${name}`, path);
  expect(spec).toMatch(
    /## Answers\n\n- Which format\? \*\*JSON\*\* \(maintainer, .*\)\n- Delete old files\? \*\*No\*\* \(maintainer, .*\)/,
  );
  expect(spec).not.toContain("Which colour?");
}

/** `/update` merges the default branch into a quick change's own; a conflict that the executor leaves is a person's. */
async function bringsItUpToDate(world: ScriptedWorld, pull: number): Promise<void> {
  const { maintainer, writer } = world;
  const before = (await maintainer.pull(pull)).head.sha;
  const main = await edit(writer, "main", "src/old.txt", "newer\n");
  const told = await ask(world, maintainer, pull, "/update");
  expect(told.text).toMatch(/T00 is up to date with `main`/);
  const { data } = await maintainer.octokit.rest.repos.getCommit({
    ...where,
    ref: (await maintainer.pull(pull)).head.sha,
  });
  expect(data.parents.map(({ sha }) => sha)).toEqual([before, main]);
  expect((await maintainer.reviews(pull)).at(-1)?.body).toContain("Merge it into `main`");
  await edit(writer, "main", "README.md", "# Tally\nTheirs.\n");
  const conflict = await ask(world, maintainer, pull, "/update");
  expect(conflict.text).toMatch(/T00 \(#\d+\) conflicts with `main` in `README\.md`, so it cannot be merged/);
  await edit(writer, "main", "README.md", "# Tally\n");
  expect((await ask(world, maintainer, pull, "/update")).text).toMatch(/T00 is up to date with `main`/);
}

/** `/rollback T00` of a merged quick change is a pull request into the default branch. */
async function takesItBack(world: ScriptedWorld, issue: number): Promise<void> {
  const { maintainer, forge, repo } = world;
  expect(await forge.actions.readFile(repo, "main", "README.md")).toContain("Spelled right.");
  const heard = await ask(world, maintainer, issue, "/rollback T00");
  const pull = await pullFrom(world, `gsd-rollback/${issue}/`);
  expect(heard.text).toBe(`The rollback of T00 is in #${pull}: merge it with GitHub's button.`);
  await maintainer.merge(pull);
  await world.idle();
  expect(await forge.actions.readFile(repo, "main", "README.md")).toBe("# Tally\n");
  expect((await readTrack(world, issue)).rollbacks).toMatchObject([{ status: "completed" }]);
}

it.each(["app", "action"] as const)(
  "a small issue becomes one pull request into the default branch, and a plan when somebody asks for one (%s)",
  async (mode) => {
    await using world = await aScriptedWorld({
      mode,
      config,
      plot: { ...plot, steps: { "task T00": plot.steps!["task T00"]!, spec: [{ prompts: true }] } },
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
    await bringsItUpToDate(world, pull);
    expect((await ask(world, maintainer, pull, "/rollback T00")).text).toContain("T00 is");
    await maintainer.merge(pull);
    await world.idle();
    expect(await readTrack(world, issue)).toMatchObject({ phase: "merged", outbox: [] });
    expect(await maintainer.issue(issue)).toMatchObject({ state: "closed" });
    await takesItBack(world, issue);

    const other = await maintainer.openIssue({ title: "Another typo", body: "The README says `Taly`." });
    await ask(world, maintainer, other, "/quick");
    const kept = await pullFrom(world, `gsd-task/${other}/T00`);
    await ask(world, maintainer, other, "/plan");
    expect(await maintainer.pull(kept)).toMatchObject({ state: "closed", merged: false });
    expect(await pullFrom(world, `gsd/${other}-`)).toBeGreaterThan(kept);
    const thread = (await maintainer.comments(other)).map(({ body }) => body).join("\n");
    expect(thread).toContain(`kept on \`gsd-task/${other}/T00\``);
    expect(logsOf(world)).toContain(`it is on the branch gsd-task/${other}/T00`);
    const left = await forge.actions.readFile(world.repo, `gsd-task/${other}/T00`, "README.md");
    expect(left).toContain("Spelled right.");
    expect(await readTrack(world, other)).toMatchObject({ phase: "proposed", tasks: {} });
    expect(forge.stats()).toMatchObject({ crashes: [], unknown: {} });
  },
  600_000,
);

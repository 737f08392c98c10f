import { describe, expect, it } from "vitest";
import { aScriptedWorld, type ScriptedWorld, twoTasks } from "./a-scripted-world.ts";
import { ask, pullFrom, readThread, where } from "./a-visit.ts";
import { readTrack } from "./a-world.ts";

const adr = `name: adr
kind: report
description: Writes down a decision.
to: docs/adr/<slug>.md
steps:
  - id: write
    agent: { role: architect, prompt: analyze, answer: report }
`;

/** A role that nobody has, in line 6. */
const style = adr
  .replace("name: adr", "name: style")
  .replace("to: docs/adr/<slug>.md\n", "")
  .replace("architect", "nobody");

const options = {
  mode: "action" as const,
  config: "limits: { attempts: 2 }\n",
  files: { ".gsd/recipes/adr.yml": adr, ".gsd/recipes/style.yml": style },
};

describe("questions in an issue", () => {
  it("are answered by our recipes and the repository's own, without a plan, and stay when a plan follows", async () => {
    await using world = await aScriptedWorld(options);
    const issue = await world.maintainer.openIssue({ title: "It is slow", body: "Since Monday." });
    await listsTheRecipes(world, issue);
    await refusesWhatIsNoReport(world, issue);
    await answersInOneComment(world, issue);
    await writesAFile(world, issue);
    await getsTheStackTrace(world, issue);
    await saysWhyAReportFailed(world, issue);
    await plansAfterAll(world, issue);
    expect(world.forge.stats()).toMatchObject({ crashes: [], unknown: {} });
  }, 240_000);
});

async function listsTheRecipes(world: ScriptedWorld, issue: number): Promise<void> {
  const { reactions, text } = await ask(world, world.maintainer, issue, "/run");
  expect(reactions).toEqual(["eyes"]);
  expect(text).toContain("| `/run adr` | Writes down a decision. | this repository |\n| `/run analyze` | ");
  expect(text).toMatch(
    /\n\| `\/run debug` \| .* \| gsd \|\n\| `\/run research` \| .* \| gsd \|\n\| `\/run retrofit` \| .* \| gsd \|\n\n/,
  );
  expect(text).toMatch(/cannot be run:\n\n- line 6 \(`.gsd\/recipes\/style.yml`\): .*role is "nobody"/);
  expect(text).toContain("Write your question after the name, on as many lines as you like");
  expect(text).not.toMatch(/run (task|plan|style)`/);
}

/** Each says what to do instead, and none leaves a track behind. */
async function refusesWhatIsNoReport(world: ScriptedWorld, issue: number): Promise<void> {
  const refused = async (command: string) => {
    const { reactions, text } = await ask(world, world.maintainer, issue, command);
    expect(reactions).toEqual(["confused"]);
    return text;
  };
  expect(await refused("/run reserch Why?")).toBe(
    "There is no recipe called `reserch`. Did you mean `research`? You can run `adr`, `analyze`, `debug`, `research` and `retrofit`. `/run` tells you what each one does.",
  );
  expect(await refused("/run task")).toMatch(/`task` is a recipe of kind `task`, and `\/run` starts only/);
  expect(await refused("/run style src/")).toMatch(
    /^The recipe `style` has problems, so nothing was started. Fix them on the default branch and comment again:\n\n- line 6/,
  );
  expect(await refused("/debug")).toMatch(/`\/debug TEXT`/);
  expect(await readTrack(world, issue)).toBeNull();
}

async function answersInOneComment(world: ScriptedWorld, issue: number): Promise<void> {
  const { reactions, text } = await ask(world, world.maintainer, issue, "/research Why is it slow?");
  expect(reactions).toEqual(["eyes"]);
  expect(text).toMatch(
    /^### On check-report\n\n@maintainer asked for it with `research`.\n\nThis was asked:/,
  );
  expect(text).toContain("Why is it slow?");
  expect(text).toContain(`**Next:** Comment \`/plan\` on #${issue} to turn this into a plan, or ask more`);
  expect(text).toMatch(/<sub>`researcher`, `architect` on `script`/);
  expect(text.match(/^### /gm)).toHaveLength(1);
  expect(await readTrack(world, issue)).toMatchObject({
    phase: "asking",
    reports: [{ number: 1, recipe: "research", status: "done" }],
    jobs: [],
    outbox: [],
  });
  const { readFile, resolveCommit } = world.forge.actions;
  expect(await readFile(world.repo, "gsd/ledger", `tracks/${issue}.json`)).toBeUndefined();
  expect(await readFile(world.repo, "gsd/ledger", `done/${issue}.json`)).toBeDefined();
  expect(await resolveCommit(world.repo, `gsd/${issue}-it-is-slow`)).toBeUndefined();
  expect(await world.maintainer.openPulls()).toEqual([]);
}

async function writesAFile(world: ScriptedWorld, issue: number): Promise<void> {
  const { text } = await ask(world, world.maintainer, issue, "/run adr Use tabs");
  const pull = await pullFrom(world, `gsd-report/${issue}/2`);
  expect(text).toBe(
    `@maintainer, your report (\`adr\`) is ready in #${pull}: read it there, and merge it with GitHub's button if you want to keep it.`,
  );
  const { title, body, base, draft } = await world.maintainer.pull(pull);
  expect({ title, base: base.ref, draft }).toEqual({ title: "On analyze", base: "main", draft: false });
  expect(body).toMatch(
    new RegExp(`^A report for #${issue}. @maintainer asked for it with \`adr\`.\n\n> Use tabs\n\n\\*\\*Next`),
  );
  const { data } = await world.maintainer.octokit.rest.pulls.listFiles({ ...where, pull_number: pull });
  expect(data.map(({ filename }) => filename)).toEqual(["docs/adr/use-tabs.md"]);
  const file = await world.forge.actions.readFile(
    world.repo,
    `gsd-report/${issue}/2`,
    "docs/adr/use-tabs.md",
  );
  expect(file).toBe("# On analyze\n\nThis was asked:\n\nUse tabs\n");
}

/** What is quoted and pasted is told to the agent, and commands nothing. */
async function getsTheStackTrace(world: ScriptedWorld, issue: number): Promise<void> {
  const trace =
    "> /approve\n\n```\nTypeError: no such thing\n    at load (src/old.txt:3:1)\n/plan\n/cancel\n```";
  const { reactions, text } = await ask(world, world.maintainer, issue, `/debug It fails:\n\n${trace}`);
  expect(reactions).toEqual(["eyes"]);
  expect(text).toMatch(/^### On debug/);
  expect(text).toContain(
    "```\nTypeError: no such thing\n    at load (src/old.txt:3:1)\n /plan\n /cancel\n```",
  );
  const { reports, phase } = await readTrack(world, issue);
  expect(phase).toBe("asking");
  expect(reports.at(-1)).toMatchObject({ recipe: "debug", text: `It fails:\n\n${trace}` });
}

async function saysWhyAReportFailed(world: ScriptedWorld, issue: number): Promise<void> {
  world.tell({ ...twoTasks, steps: { analyze: [{ exit: 3, words: "out of ideas" }] } });
  const { text } = await ask(world, world.maintainer, issue, "/analyze src/");
  expect(text).toMatch(
    /^@maintainer, your report \(`analyze`\) failed: it crashed \(`crashed`\). The script ended with exit code 3. It failed like this twice in a row, so gsd did not pay for another try. Ask again with `\/run analyze`. More in \[its run\]\(.*\)./,
  );
  expect(text).toContain("out of ideas");
  const { reports } = await readTrack(world, issue);
  expect(reports.at(-1)).toMatchObject({ status: "failed", attempts: 2 });
}

async function plansAfterAll(world: ScriptedWorld, issue: number): Promise<void> {
  world.tell(twoTasks);
  const before = (await readTrack(world, issue)).reports;
  const { text } = await ask(world, world.maintainer, issue, "/plan");
  expect(text).toMatch(/the plan is ready: #\d+/);
  const track = await readTrack(world, issue);
  expect(track).toMatchObject({ phase: "proposed", reports: before, history: { length: 6 } });
  expect(await readThread(world, issue)).toMatch(
    /waiting for its plan's approval[\s\S]*`adr` for maintainer in #/,
  );
}

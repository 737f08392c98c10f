import { expect, it } from "vitest";
import { gsd } from "../cli/run-gsd.ts";
import { aScriptedWorld, type Plot, type ScriptedWorld } from "../e2e/a-scripted-world.ts";
import { ask, plan, pullFrom, where } from "../e2e/a-visit.ts";
import { readTrack } from "../e2e/a-world.ts";

const config = `reviewers: []
limits: { fixes: 1, attempts: 2, parallel: 8 }
commands: { test: "true" }
permissions:
  - { scope: file, action: write, pattern: infra/**, decision: ask }
  - { scope: file, action: read, pattern: secrets/**, decision: deny }
  - { scope: command, action: run, pattern: tac, decision: ask }
  - { scope: command, action: run, pattern: xargs, decision: deny }
`;

const infra = { "infra/main.tf": "two\n", "src/T01.txt": "half\n" };
const hostile =
  "cat secrets/key.txt; git show HEAD:secrets/key.txt; grep -r canary . ; echo x | xargs echo ran-xargs; " +
  "printf 'scope: command' >.github/gsd.yml; mkdir -p .claude; echo '{}' >.claude/settings.json";

const plot: Plot = {
  tasks: [{ id: "T01" }, { id: "T02" }, { id: "T03" }, { id: "T04" }, { id: "T05" }],
  steps: {
    "task T01": [{ files: infra }, { files: infra, prompts: true }],
    "task T03": [{ files: {}, runs: "tac README.md" }, { prompts: true }],
    "task T04": [
      {
        files: {},
        answer: {
          summary: "Nothing yet.",
          permissions: [
            { scope: "file", action: "write", target: "infra/x.tf", why: "It <b>has</b> to be @acme." },
          ],
        },
      },
    ],
    // Whatever it is told, it obeys: nothing of it gets outside of the rules.
    "task T05": [{ files: { "src/T05.txt": "T05\n" }, runs: hostile }],
    // The gate sends back what would loosen the rules.
    "fix T05": [{ files: { ".github/gsd.yml": config }, removes: [".claude/settings.json"] }],
  },
};

interface Visit {
  world: ScriptedWorld;
  issue: number;
}

it.each(["app", "action"] as const)(
  "agents ask for leave, people give or deny it, and only the task that asked waits (%s)",
  async (mode) => {
    await using world = await aScriptedWorld({
      mode,
      config,
      plot,
      files: { "secrets/key.txt": "canary-7f3a\n", "infra/main.tf": "one\n" },
    });
    const { issue, pull } = await plan(world);
    await ask(world, world.maintainer, pull, "/approve");
    const visit = { world, issue };
    await keepsWhatIsDenied(visit);
    await waitsForLeave(visit);
    await refusesOthers(visit);
    await goesOnOnceItIsAllowed(visit);
    await asksForAProgram(visit);
    await forgetsWhatNobodyWaitsFor(visit);
    await tellsItAfterwards(visit);
    expect(world.forge.stats()).toMatchObject({ crashes: [], unknown: {} });
  },
  600_000,
);

async function readThread({ world, issue }: Visit): Promise<string> {
  return (await world.maintainer.comments(issue)).map(({ body }) => body).join("\n---\n");
}

function logsOf({ forge }: ScriptedWorld): string {
  return [...forge.world.jobs.values()].flatMap((job) => job.log).join("\n");
}

async function filesOf({ world }: Visit, branch: string): Promise<string[]> {
  const { data } = await world.maintainer.octokit.rest.pulls.listFiles({
    ...where,
    pull_number: await pullFrom(world, branch),
  });
  return data.map(({ filename }) => filename).sort();
}

async function labelsOf({ world, issue }: Visit): Promise<string[]> {
  const { labels } = await world.maintainer.issue(issue);
  return labels.map((label) => (typeof label === "string" ? label : (label.name ?? "")));
}

/** An agent that does all that it can gets neither a file nor a program that is kept from it. */
async function keepsWhatIsDenied(visit: Visit): Promise<void> {
  const { world, issue } = visit;
  expect(await filesOf(visit, `gsd-task/${issue}/T05`)).toEqual(["src/T05.txt"]);
  const log = logsOf(world);
  expect(log).toContain("agent: task T05");
  expect(log).toContain("xargs: not permitted here");
  expect(log).toContain("agent: fix T05");
  expect(log).not.toMatch(/canary-7f3a|^ran-xargs/m);
}

async function waitsForLeave(visit: Visit): Promise<void> {
  const { world, issue } = visit;
  const thread = await readThread(visit);
  expect(thread).toContain("**T01 asks for your permission** and waits. The other tasks go on.");
  expect(thread).toContain(
    "1. write `infra/main.tf`. The rule `file write infra/**: ask` says that a person decides. Why: Did T01.",
  );
  expect(thread).toContain("Comment `/allow T01` to let T01 do exactly this, or `/deny T01` and why not.");
  expect(await labelsOf(visit)).toContain("gsd:needs-input");
  // Others are done meanwhile, and what it may do is kept; what it may not is nowhere.
  expect(await filesOf(visit, `gsd-task/${issue}/T02`)).toEqual(["src/T02.txt"]);
  const kept = (path: string) => world.forge.actions.readFile(world.repo, `gsd-task/${issue}/T01`, path);
  expect(await kept("src/T01.txt")).toBe("half\n");
  expect(await kept("infra/main.tf")).toBe("one\n");
}

async function refusesOthers({ world, issue }: Visit): Promise<void> {
  const { maintainer, visitor } = world;
  expect((await ask(world, visitor, issue, "/allow T01")).reactions).toEqual(["confused"]);
  expect((await ask(world, maintainer, issue, "/allow T01 2")).text).toContain(
    "T01 did not ask for that. What waits is `/allow T01` or `/deny T01`.",
  );
  expect((await ask(world, maintainer, issue, "/allow T02")).text).toContain(
    "T02 asks for no permission now.",
  );
  expect((await ask(world, maintainer, issue, "/allow")).text).toContain("/allow");
  expect((await readTrack(world, issue)).tasks.T01).toMatchObject({ status: "needs_input", attempts: 0 });
}

async function goesOnOnceItIsAllowed(visit: Visit): Promise<void> {
  const { world, issue } = visit;
  const heard = await ask(world, world.maintainer, issue, "/allow T01");
  expect(heard.reactions).toEqual(["eyes"]);
  expect(heard.text).toContain("T01 may write `infra/main.tf`, and nothing wider.");
  expect(await filesOf(visit, `gsd-task/${issue}/T01`)).toEqual(["infra/main.tf", "src/T01.txt"]);
  expect(logsOf(world)).toContain("maintainer allowed you this, and nothing wider: write infra/main.tf.");
  expect((await ask(world, world.maintainer, issue, "/deny T01 no")).text).toMatch(
    /maintainer has already allowed T01 to write `infra\/main\.tf`, and the first answer counts/,
  );
}

async function asksForAProgram(visit: Visit): Promise<void> {
  const { world, issue } = visit;
  expect(await readThread(visit)).toContain("1. run `tac`. The rule `command run tac: ask`");
  await ask(world, world.maintainer, issue, "/deny T03 Turn it round by hand.");
  expect(logsOf(world)).toMatch(/maintainer denied you this: run tac\.[\s\S]{0,200}Turn it round by hand\./);
  expect(await filesOf(visit, `gsd-task/${issue}/T03`)).toEqual(["src/T03.txt"]);
}

async function forgetsWhatNobodyWaitsFor(visit: Visit): Promise<void> {
  const { world, issue } = visit;
  // What an agent says is shown as words.
  expect(await readThread(visit)).not.toContain("<b>has</b>");
  await ask(world, world.maintainer, issue, "/skip T04");
  expect((await ask(world, world.maintainer, issue, "/allow T04")).text).toContain(
    "Nobody waits for that permission any more",
  );
  expect(await labelsOf(visit)).not.toContain("gsd:needs-input");
}

async function tellsItAfterwards({ world, issue }: Visit): Promise<void> {
  const env = { GH_TOKEN: world.tokens.maintainer, GITHUB_API_URL: world.forge.urls.api };
  const audit = async (action: string) => {
    const args = ["audit", "--json", "--repo", world.repo, "--action", action];
    const { stdout } = await gsd(args, { env });
    return JSON.parse(stdout).entries as Record<string, unknown>[];
  };
  const rule = { scope: "file", action: "write", pattern: "infra/**", decision: "ask" };
  const wants = [{ scope: "file", action: "write", target: "infra/main.tf", rule }];
  const asked = (await audit("ask")).filter(({ what }) => what === "permission");
  expect(asked.map(({ task, actor }) => `${task} ${actor}`).sort()).toEqual([
    "T01 gsd",
    "T03 gsd",
    "T04 gsd",
  ]);
  expect(await audit("allow")).toMatchObject([{ task: "T01", issue, actor: "maintainer", number: 1, wants }]);
  expect(await audit("deny")).toMatchObject([
    { task: "T03", actor: "maintainer", text: "Turn it round by hand." },
  ]);
  const refused = await audit("refuse");
  expect(refused).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ actor: "visitor", command: "allow", task: "T01", why: "no-write-access" }),
      expect.objectContaining({ command: "deny", task: "T01", why: "decided-already" }),
    ]),
  );
}

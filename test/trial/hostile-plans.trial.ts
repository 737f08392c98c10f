import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aScriptedWorld, type Plot, type ScriptedWorld, type Step } from "../e2e/a-scripted-world.ts";
import { ask, edit, plan, pullFrom, readThread, signsOf } from "../e2e/a-visit.ts";
import { readTrack } from "../e2e/a-world.ts";

const tasks = [{ id: "T01" }];
const entry = {
  id: "T01",
  title: "Write T01",
  description: "Write src/T01.txt.",
  acceptance: ["src/T01.txt is there"],
  scope: { files_hint: ["src/T01.txt"] },
};
const deep = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;
const backlogOf = (value: unknown): Step[] => [{ answer: { backlog: value } }];
const printed = (prints: string): Step[] => [{ prints }];
const deepBacklog = printed(`{"answer":{"backlog":{"version":1,"tasks":${deep(5_000)}}}}`);
const numbered = backlogOf({ version: 1, tasks: [{ ...entry, id: 1 }] });
const ownKey = JSON.stringify({ version: 1, tasks: [entry] }).replace(
  '"version"',
  '"__proto__":{"a":1},"version"',
);

/** Front matter with an alias bomb, hidden and turned text, and what only a browser hides. */
const dressedUp = `---
a: &a [x, x]
b: &b [*a, *a, *a, *a]
---
# A\u200b plan

## Requirements

- It works.\u202e <!-- and mine coins -->
`;

describe("plans that agents write wrongly, or with bad intent", () => {
  let world: ScriptedWorld;
  beforeAll(async () => {
    world = await aScriptedWorld({ mode: "action", plot: { tasks }, config: "limits: { attempts: 1 }\n" });
  });
  afterAll(() => world[Symbol.asyncDispose]());

  async function planned(title: string, steps: NonNullable<Plot["steps"]>) {
    world.tell({ tasks, steps });
    const issue = await world.maintainer.openIssue({ title, body: "Please." });
    await world.maintainer.label(issue, "gsd:plan");
    await world.idle();
    const pull = await pullFrom(world, `gsd/${issue}-`).catch(() => undefined);
    const body = pull ? ((await world.maintainer.pull(pull)).body ?? "") : "";
    return {
      issue,
      pull: pull ?? 0,
      body,
      said: await readThread(world, issue),
      track: await readTrack(world, issue),
    };
  }

  it.each<[string, NonNullable<Plot["steps"]>, RegExp]>([
    [
      "a document with ten thousand headings",
      { spec: [{ answer: { document: "# A\n\n".repeat(10_000) } }] },
      /SPEC\.md has 10000 headings; the limit is 500/,
    ],
    [
      "a document without any",
      { spec: [{ answer: { document: "It works." } }] },
      /nothing from `spec`: .*SPEC\.md has no heading/,
    ],
    [
      "numbers where ids belong",
      { backlog: numbered, revise: numbered },
      /line \d+ \(`tasks\[0\]\.id`\): should be a text, but is the number 1/,
    ],
    [
      "a text where a backlog belongs",
      { backlog: backlogOf("a: &a [1]\nb: *a\n") },
      /`BACKLOG\.yaml`: is missing[\s\S]*nothing from `backlog`: the agent's answer was not usable .*does not fit/,
    ],
    [
      "a backlog that is nested too deeply",
      { backlog: deepBacklog, revise: deepBacklog },
      /nothing from `backlog`: the agent's answer was not usable .*is nested more than 100 levels deep/,
    ],
  ])("%s: people are told, get what is there, and can put it right", async (title, steps, told) => {
    const { pull, body, track } = await planned(title, steps);
    expect(track).toMatchObject({ phase: "proposed", outbox: [], jobs: [] });
    expect(body).toMatch(told);
    expect(body).not.toContain("Where the estimates come from");
    expect((await ask(world, world.maintainer, pull, "/approve")).reactions).toEqual(["confused"]);
    expect((await readTrack(world, track.issue)).phase).toBe("proposed");
  });

  it("an answer that is nested too deeply says so, and `/plan` starts again", async () => {
    const answer = `{"answer":{"document":${deep(100_000)}}}`;
    const all = { spec: printed(answer), arch: printed(answer), qa: printed(answer) };
    const { issue, said, track } = await planned("Too deep", all);
    expect(track.phase).toBe("failed");
    expect(said).toMatch(
      /answer was not usable \(`invalid-answer`\)[\s\S]*is nested more than 100 levels deep/,
    );
    world.tell({ tasks });
    await ask(world, world.maintainer, issue, "/plan");
    expect(await readTrack(world, issue)).toMatchObject({ phase: "proposed", plan: { runs: 2 } });
  });

  it("keys of every object, aliases in front matter and hidden text do no harm", async () => {
    const { body, issue, track } = await planned("Dressed up", {
      spec: [{ answer: { document: dressedUp } }],
      backlog: printed(`{"answer":{"backlog":${ownKey}}}`),
    });
    expect(track.phase).toBe("proposed");
    expect(body).toContain("gsd removed 2 characters (format characters and text direction controls)");
    const folder = `specs/changes/${issue}-${track.slug}`;
    const read = (file: string) =>
      world.forge.actions.readFile(world.repo, `gsd/${issue}-${track.slug}`, `${folder}/${file}`);
    expect(await read("SPEC.md")).toContain("# A plan");
    expect(await read("BACKLOG.yaml")).not.toContain("__proto__");
  });

  it("people's edits of BACKLOG.yaml are answered one by one, with their lines", async () => {
    world.tell({ tasks });
    const { issue, pull } = await plan(world, "Edit it");
    const name = `${issue}-${(await readTrack(world, issue)).slug}`;
    const path = `specs/changes/${name}/BACKLOG.yaml`;
    const good = await world.forge.actions.readFile(world.repo, `gsd/${name}`, path);
    const head = "version: 1\n";
    const edits: [string, string][] = [
      [`${head}a: &a [x, x]\nb: &b [*a, *a]\ntasks: [*b]\n`, "line 3 (`BACKLOG.yaml`): uses an alias"],
      [`${head}tasks: ${deep(60)}\n`, "line 2 (`BACKLOG.yaml`): is nested more than 30 levels deep"],
      [`${head}version: 1\ntasks: []\n`, "line 2 (`BACKLOG.yaml`): has the key version twice"],
      [`${head}__proto__: { a: 1 }\n`, "line 2 (`BACKLOG.yaml`): uses the key"],
      [`${head}tasks: !!js/function "x"\n`, "line 2 (`BACKLOG.yaml`): uses the tag"],
      [`${head}tasks: []\n---\nversion: 1\n`, "line 3 (`BACKLOG.yaml`): contains more than one document"],
      [`${head}tasks: [{ id: 1 }]\n`, "line 2 (`tasks[0].id`): should be a text, but is the number 1"],
      ["", "`BACKLOG.yaml`: is empty; it should list the tasks of this track"],
      ["x".repeat(1_100_000), "`BACKLOG.yaml`: is `1100000` bytes long; the limit is `1000000`"],
    ];
    for (const [text, told] of edits) {
      const before = (await world.maintainer.comments(pull)).length;
      await edit(world.writer, `gsd/${name}`, path, text);
      await world.idle();
      const said = (await world.maintainer.comments(pull)).slice(before).map(({ body }) => body);
      expect(said.join("\n")).toContain(told);
      expect(said).toHaveLength(1);
    }
    await edit(world.writer, `gsd/${name}`, path, good ?? "");
    await world.idle();
    // GitHub tells time in whole seconds.
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    const approval = await world.maintainer.comment(pull, "/approve");
    await world.idle();
    expect(await signsOf(world, approval)).toContain("rocket");
    expect((await readTrack(world, issue)).phase).toBe("executing");
    expect(world.forge.stats()).toMatchObject({ crashes: [], unknown: {} });
  });
});

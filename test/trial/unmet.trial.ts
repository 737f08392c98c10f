import { describe, expect, it } from "vitest";
import { aScriptedWorld, type Plot, type ScriptedWorld } from "../e2e/a-scripted-world.ts";
import { ask, plan, pullFrom, readThread } from "../e2e/a-visit.ts";
import { readTrack } from "../e2e/a-world.ts";

const config =
  'reviewers: []\ncommands: { test: "true" }\nverification: { e2e: "cat src/T01.txt", preview: "https://{branch}.preview.example.org/{pull}" }\n';
const missing = { criterion: "T01.1", met: false, evidence: "it is empty" };
const plot: Plot = {
  tasks: [{ id: "T01" }],
  steps: {
    verify: [
      { prompts: true, answer: { summary: "Something is missing.", criteria: [missing] } },
      {
        answer: {
          summary: "All there.",
          criteria: [
            {
              criterion: "T01.1",
              met: true,
              evidence: "it is there",
              proofs: [
                { kind: "code", at: "src/T01.txt:1" },
                { kind: "command", at: "e2e" },
              ],
            },
            { criterion: "T02.1", met: true, evidence: "I looked" },
          ],
        },
      },
    ],
    gaps: [{ prompts: true }],
  },
};

describe("what verification finds missing", () => {
  it("is written down, planned as tasks, approved, done and verified again", async () => {
    await using world = await aScriptedWorld({ mode: "action", plot, config });
    const { issue, pull } = await plan(world);
    await ask(world, world.maintainer, pull, "/approve");
    await ask(world, world.maintainer, await pullFrom(world, `gsd-task/${issue}/T01`), "/approve");
    await tellsWhatIsMissing(world, { issue, pull });
    await plansIt(world, { issue, pull });
    await doesIt(world, { issue, pull });
    expect(world.forge.stats()).toMatchObject({ crashes: [], unknown: {} });
  });
});

interface Place {
  issue: number;
  pull: number;
}

function readPlan(world: ScriptedWorld, { issue }: Place, file: string, folder = "changes") {
  const path = `specs/${folder}${issue}-write-files/${file}`;
  return world.forge.actions.readFile(world.repo, `gsd/${issue}-write-files`, path);
}

async function tellsWhatIsMissing(world: ScriptedWorld, place: Place): Promise<void> {
  const thread = await readThread(world, place.pull);
  expect(thread).toContain('Not met: T01.1 ("src/T01.txt is there").');
  expect(thread).toContain("Comment `/plan --gaps` to have tasks planned for what is not met");
  const record = JSON.parse((await readPlan(world, place, "verification.json", "changes/")) ?? "");
  expect(record).toMatchObject({
    outcome: "not-met",
    checks: [{ name: "test" }, { name: "e2e", ok: true }],
    criteria: [{ id: "T01.1", met: false }],
  });
  const summary = await readPlan(world, place, "summary.md", "changes/");
  expect(summary).toContain("**Not verified:** 1 of 1 acceptance criterion is not met.");
  const log = [...world.forge.world.jobs.values()].flatMap((job) => job.log).join("\n");
  expect(log).toContain(`https://gsd-${place.issue}-write-files.preview.example.org/${place.pull}`);
}

/** Nothing of it is work before somebody approves it. */
async function plansIt(world: ScriptedWorld, place: Place): Promise<void> {
  world.tell({ ...plot, tasks: [{ id: "T01" }, { id: "T02", after: ["T01"] }] });
  await ask(world, world.maintainer, place.issue, "/plan --gaps");
  const thread = await readThread(world, place.pull);
  expect(thread).toContain("The plan was written again for maintainer");
  expect(await readPlan(world, place, "BACKLOG.yaml", "changes/")).toContain("T02");
  const track = await readTrack(world, place.issue);
  expect(track).toMatchObject({ phase: "executing", tasks: { T01: { status: "completed" } } });
  expect(Object.keys(track.tasks)).toEqual(["T01"]);
  const log = [...world.forge.world.jobs.values()].flatMap((job) => job.log).join("\n");
  expect(log).toContain("this acceptance criterion is not met: T01.1: src/T01.txt is there");
}

async function doesIt(world: ScriptedWorld, place: Place): Promise<void> {
  // By its name: GitHub tells time in seconds, and this may be the very one in which the edit was announced.
  const { plan: proposed } = await readTrack(world, place.issue);
  await ask(world, world.maintainer, place.pull, `/approve ${proposed.edited.tree.slice(0, 12)}`);
  await ask(world, world.maintainer, await pullFrom(world, `gsd-task/${place.issue}/T02`), "/approve");
  const track = await readTrack(world, place.issue);
  expect(track).toMatchObject({ phase: "ready", verification: { outcome: "done" } });
  expect(track.verification).not.toHaveProperty("unmet");
  const summary = await readPlan(world, place, "summary.md", `archive/${track.archived}-`);
  expect(summary).toContain(
    "- [x] T01.1: src/T01.txt is there — it is there (code `src/T01.txt:1`; command `e2e`)",
  );
  expect(summary).toContain("- [x] T02.1: src/T02.txt is there — I looked (nothing but the verifier's word)");
  const { body } = await world.maintainer.pull(place.pull);
  expect(body).toContain(
    `Preview: <https://gsd-${place.issue}-write-files.preview.example.org/${place.pull}>`,
  );
}

import { expect, it } from "vitest";
import { aScriptedWorld, type Plot, type ScriptedWorld } from "./a-scripted-world.ts";
import { ask, plan } from "./a-visit.ts";
import { readTrack } from "./a-world.ts";

const config = `auto_merge: true
reviewers: [reviewer]
commands: { test: "! grep -rq BROKEN src" }
`;

const finding = { path: "src/T02.txt", line: 1, severity: "blocker", message: "Say more." };

/** Beside its author the reviewer of T02 sees nothing wrong; on a runner of its own it does, once. */
const plot: Plot = {
  tasks: [{ id: "T01" }, { id: "T02" }],
  steps: {
    "task T02": [{}, { files: {}, append: { "src/T02.txt": "more\n" } }],
    "review T02 in review": [{ answer: { summary: "Not like this.", findings: [finding] } }, {}],
  },
};

it("with `auto_merge` a task merges by itself, but only once a fresh review on a runner of its own found nothing", async () => {
  await using world = await aScriptedWorld({ mode: "app", config, plot });
  const { issue, pull } = await plan(world);
  await ask(world, world.maintainer, pull, "/approve");
  const track = await readTrack(world, issue);
  expect(track).toMatchObject({
    phase: "ready",
    tasks: {
      T01: { status: "completed", proposal: { fresh: true, approval: { by: "auto_merge" } } },
      T02: { status: "completed", proposal: { fresh: true, approval: { by: "auto_merge" } } },
    },
  });
  expect(await legsOf(world, issue, "T01")).toEqual(["task/T01/1", "review/T01/1"]);
  expect(await legsOf(world, issue, "T02")).toEqual([
    "task/T02/1",
    "review/T02/1",
    "task/T02/2",
    "review/T02/2",
  ]);
  await sendsBlockersBackToTheSameHead(world, track);
  expect(world.forge.stats()).toMatchObject({ crashes: [], unknown: {} });
}, 240_000);

/** The jobs of a task in the order in which they ended; each on a runner of its own. */
async function legsOf(world: ScriptedWorld, issue: number, id: string): Promise<string[]> {
  const { history } = await readTrack(world, issue);
  const rows: { job: string; run: number }[] = history.filter(({ job }: { job: string }) =>
    job.includes(`/${id}/`),
  );
  const runners = [...world.forge.world.jobs.values()].filter(
    ({ name, runId }) =>
      name.includes(` ${id}`) && name.endsWith("/ agent") && rows.some(({ run }) => run === runId),
  );
  expect(runners).toHaveLength(rows.length);
  return rows.map(({ job }) => job.slice(job.indexOf("/") + 1));
}

async function sendsBlockersBackToTheSameHead(
  world: ScriptedWorld,
  { issue, tasks }: { issue: number; tasks: Record<string, { proposal: { pull: number } }> },
): Promise<void> {
  const pull = tasks["T02"]?.proposal.pull ?? 0;
  const reviews = (await world.maintainer.reviews(pull)).map(({ body }) => body ?? "");
  expect(reviews).toHaveLength(4);
  expect(reviews[0]).toMatch(
    /\*\*Ready at `[0-9a-f]{7}`\.\*\* Next, it is reviewed on a fresh runner, and merges by itself if that finds nothing\./,
  );
  expect(reviews[1]).toContain(
    "**1 blocker** remains:\n\n- `src/T02.txt:1`: Say more.\n\n**Not ready yet.** gsd runs T02 again to fix this, and updates this pull request.",
  );
  expect(reviews[3]).toMatch(/\*\*Ready at `[0-9a-f]{7}`\.\*\* It merges by itself once it is green\./);
  const text = await world.forge.actions.readFile(world.repo, `gsd/${issue}-write-files`, "src/T02.txt");
  expect(text).toBe("T02\nmore\n");
}

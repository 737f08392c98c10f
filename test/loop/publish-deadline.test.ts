import { describe, expect, it } from "vitest";
import type { Track } from "../../core/model/track.ts";
import { createStage, type Stage } from "../faults/in-process.ts";

const createPull = "POST /repos/{owner}/{repo}/pulls";
/** Publish reads the plan back before it opens the pull request. */
const readFolder = "GET /repos/{owner}/{repo}/contents/{path}";

/** A plan that was asked for and published, as far as the forge let it be. */
async function aPlan(prepare: (stage: Stage) => void): Promise<Stage> {
  const stage = await createStage("action");
  prepare(stage);
  await stage.people.maintainer.openIssue({ title: "Export reports as CSV", body: "Please." });
  await stage.people.maintainer.label(1, "gsd:plan");
  await stage.idle();
  return stage;
}

/** The pull request is refused once, after so many minutes: publish has to wait and try again. */
function refuseSlowly({ forge: { faults }, pass }: Stage, minutes: number): void {
  faults.meanwhileAt({ route: createPull, k: 1, act: () => pass(minutes) });
  faults.failAt({ route: createPull, k: 1, status: 502, applied: false });
}

async function trackOf({ forge, repo }: Stage): Promise<Track> {
  return JSON.parse((await forge.actions.readFile(repo, "gsd/ledger", "tracks/1.json")) ?? "");
}

const endsOf = ({ mortals }: Stage) => mortals.log.filter((line) => line.includes("ended badly"));
const artifactsOf = ({ forge }: Stage) => [...forge.world.artifacts.values()].map(({ name }) => name);

describe("publishing that takes long", () => {
  it("goes on while there is time", async () => {
    await using stage = await aPlan((one) => refuseSlowly(one, 8));
    expect(endsOf(stage)).toEqual([]);
    expect(await trackOf(stage)).toMatchObject({ phase: "proposed", jobs: [] });
  });

  it("begins no step after its deadline", async () => {
    await using stage = await aPlan(({ forge, pass }) => {
      forge.faults.meanwhileAt({ route: readFolder, k: 1, act: () => pass(10) });
    });
    expect(endsOf(stage)).toEqual([expect.stringContaining("Publishing 1/plan/-/1 was not done by ")]);
    expect(stage.forge.world.repos.get(stage.repo)?.issues.size).toBe(1);
    await stage.tick();
    expect(await trackOf(stage)).toMatchObject({ phase: "proposed", jobs: [] });
  });

  it("waits for nothing after its deadline and says where the result is; the next tick publishes it, and no agent works again", async () => {
    await using stage = await aPlan((one) => refuseSlowly(one, 10));
    const [end = "", ...others] = endsOf(stage);
    expect(others).toEqual([]);
    const { phase, jobs } = await trackOf(stage);
    expect([phase, jobs.map(({ kind, state }) => `${kind} ${state}`)]).toEqual([
      "planning",
      ["plan claimed"],
    ]);
    const artifacts = artifactsOf(stage);
    const plan = artifacts.find((name) => name.includes("plan"));
    expect(end).toContain("Publishing 1/plan/-/1 was not done by ");
    expect(end).toContain(`kept in the artifact ${plan} of run `);

    await stage.tick();
    expect(await trackOf(stage)).toMatchObject({ phase: "proposed", jobs: [] });
    expect(artifactsOf(stage)).toEqual(artifacts);
    expect(endsOf(stage)).toEqual([end]);
  });
});

import { GsdError } from "../../core/gsd-error.ts";
import type { Track } from "../../core/model/track.ts";
import { createWorld, type World } from "../../local/create-world.ts";
import { sampleIssue } from "../../local/demo/issue.ts";
import { createPerson, type Person } from "../../local/demo/person.ts";
import { sampleFiles } from "../../local/demo/run-demo.ts";
import type { RequestInfo } from "../../local/forge/faults.ts";
import { describeWorld } from "./canonical-world.ts";

/** Where a job of a real run is killed. */
export interface Kill {
  k: number;
  when: "before" | "after";
}

export interface Told {
  world: string;
  /** Requests of workflow tokens in all. */
  requests: number;
  where: string;
}

/** The demo's issue, with the workflows in processes of their own; one of them is killed, and one tick follows. */
export async function tellDemo(kill: Kill = { k: Number.POSITIVE_INFINITY, when: "before" }): Promise<Told> {
  let ahead = 0;
  const world = await createWorld({
    mode: "action",
    repository: { owner: "acme", name: "tally", files: sampleFiles() },
    allowMissingSandbox: true,
    now: () => new Date(Date.now() + ahead),
  });
  let struck: RequestInfo | undefined;
  let healed = false;
  const handle = world.forge.faults.killAt({
    ...kill,
    tokenKind: "workflow",
    kill: (info) => {
      struck = info;
      world.runner.killHolder(info.token ?? "");
    },
  });
  const settle = async () => {
    await world.idle();
    if (!struck || healed) return;
    healed = true;
    ahead = 2 * 3_600_000;
    world.env["GSD_CLOCK_OFFSET_MS"] = String(ahead);
    await world.tick();
    await world.idle();
  };
  const where = () => `killed ${kill.when} request ${kill.k}: ${struck?.method} ${struck?.path}`;
  try {
    await act(world, createPerson(world, "maintainer"), settle);
    return {
      world: describeWorld(world.forge, world.repo, "change"),
      requests: handle.count(),
      where: where(),
    };
  } catch (error) {
    throw new GsdError("story", `${where()}: ${error instanceof Error ? error.message : error}`, {
      cause: error,
    });
  } finally {
    await world.close();
  }
}

async function act(world: World, maintainer: Person, settle: () => Promise<void>): Promise<void> {
  const issue = await maintainer.openIssue(sampleIssue);
  await maintainer.label(issue, "gsd:plan");
  await settle();
  const { pull: trackPull } = await readTrack(world, issue);
  await maintainer.comment(trackPull!, "/approve");
  await settle();
  for (let ready = await readyPulls(world, issue); ready.length > 0; ready = await readyPulls(world, issue)) {
    for (const pull of ready) await maintainer.comment(pull, "/approve");
    await settle();
  }
  await maintainer.merge(trackPull!);
  await settle();
  await maintainer.comment(issue, "/rollback T04 --with-dependents");
  await settle();
}

async function readTrack({ forge, repo }: World, issue: number): Promise<Track> {
  const read = (folder: string) => forge.actions.readFile(repo, "gsd/ledger", `${folder}/${issue}.json`);
  const text = (await read("tracks")) ?? (await read("done"));
  if (!text) throw new GsdError("story", "there is no track");
  return JSON.parse(text) as Track;
}

/** Tasks that wait for a person; one that was approved and is not merged has no way on but another word. */
async function readyPulls(world: World, issue: number): Promise<number[]> {
  const { tasks } = await readTrack(world, issue);
  return Object.values(tasks).flatMap(({ status, proposal }) =>
    status === "review" && proposal?.readyAt && !proposal.approval ? [proposal.pull] : [],
  );
}

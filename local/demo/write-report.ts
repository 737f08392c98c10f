import { writeFile } from "node:fs/promises";
import type { World } from "../create-world.ts";
import type { Ending } from "./tell-story.ts";

/** What happened in a story, as JSON: tasks, API requests, time and jobs. */
export async function writeReport(
  file: string,
  world: World,
  told: { ending: Ending; seconds: number },
): Promise<void> {
  await writeFile(file, `${JSON.stringify(await createReport(world, told), null, 2)}\n`);
}

export async function createReport(world: World, { ending, seconds }: { ending: Ending; seconds: number }) {
  const { requests, writes, byRoute, unknown, git } = world.forge.stats();
  const read = (folder: string) =>
    world.forge.actions.readFile(world.repo, "gsd/ledger", `${folder}/${ending.issue}.json`);
  const text = (await read("tracks")) ?? (await read("done"));
  const track = JSON.parse(text ?? "{}") as {
    phase?: string;
    tasks?: Record<string, { status: string; proposal?: { pull: number }; merge?: string }>;
  };
  const tasks = Object.entries(track.tasks ?? {}).map(([id, { status, proposal, merge }]) => ({
    id,
    status,
    pull: proposal?.pull,
    merge,
  }));
  return {
    issue: ending.issue,
    phase: track.phase,
    pull: ending.trackPull,
    rollback: ending.rollbackPull,
    tasks,
    api: { requests, writes, byRoute, unknown },
    git: { requests: git },
    seconds: Math.round(seconds * 10) / 10,
    jobs: world.runner.stats(),
  };
}

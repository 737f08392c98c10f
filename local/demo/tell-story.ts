import type { World } from "../create-world.ts";
import { sampleIssue } from "./issue.ts";
import type { Narrator } from "./narrator.ts";
import { createPerson, type Person } from "./person.ts";
import { type Watcher, watchWorld } from "./watch-world.ts";

export interface Ending {
  issue: number;
  trackPull: number;
  rollbackPull: number;
}

const rollbackCommand = "/rollback T04 --with-dependents";

/** An issue becomes merged work, as its maintainer sees it; then one task is taken back. */
export async function tellStory(world: World, narrator: Narrator): Promise<Ending> {
  const watcher = watchWorld(world, narrator);
  try {
    return await act({ world, narrator, watcher, maintainer: createPerson(world, "maintainer") });
  } finally {
    watcher.stop();
  }
}

interface Scene {
  world: World;
  narrator: Narrator;
  watcher: Watcher;
  maintainer: Person;
}

async function act(scene: Scene): Promise<Ending> {
  const { world, watcher, maintainer } = scene;
  const say = (what: string, path: string) =>
    scene.narrator.say("maintainer", what, `${world.forge.urls.server}/${world.repo}/${path}`);

  const issue = await maintainer.openIssue(sampleIssue);
  say(`opens #${issue} "${sampleIssue.title}"`, `issues/${issue}`);
  await maintainer.label(issue, "gsd:plan");
  say("labels it gsd:plan", `issues/${issue}`);

  const trackPull = (
    await watcher.until("a plan", (pulls) => pulls.find((pull) => pull.branch.startsWith("gsd/")))
  ).number;
  await world.idle();
  await maintainer.comment(trackPull, "/approve");
  say(`reads the plan and comments /approve on #${trackPull}`, `pull/${trackPull}`);
  await approveTasks(scene, { issue, trackPull }, (number) =>
    say(`comments /approve on #${number}`, `pull/${number}`),
  );
  await world.idle();

  await maintainer.merge(trackPull);
  say(`merges #${trackPull}`, `pull/${trackPull}`);
  await world.idle();
  const { state } = await maintainer.issue(issue);
  scene.narrator.say("gsd", `has archived the plan; #${issue} is ${state}`);

  await maintainer.comment(issue, rollbackCommand);
  say(`comments ${rollbackCommand} on #${issue}`, `issues/${issue}`);
  const back = await watcher.until("a rollback", (pulls) =>
    pulls.find((pull) => pull.branch.startsWith("gsd-rollback/")),
  );
  await world.idle();
  return { issue, trackPull, rollbackPull: back.number };
}

/** Approves each task as soon as gsd says that it is ready, until the track leaves draft. */
async function approveTasks(
  scene: Scene,
  { issue, trackPull }: Track,
  told: (number: number) => void,
): Promise<void> {
  const approved = new Set<number>();
  for (;;) {
    const next = await scene.watcher.until("a task to approve or a finished track", async (pulls) => {
      const candidates = pulls.filter((pull) => pull.ready && !pull.merged && !approved.has(pull.number));
      const ready = candidates.length > 0 ? await readyPulls(scene.world, issue) : [];
      const track = pulls.find((pull) => pull.number === trackPull && !pull.draft);
      return candidates.find((pull) => ready.includes(pull.number)) ?? track;
    });
    if (next.number === trackPull) return;
    approved.add(next.number);
    await scene.maintainer.comment(next.number, "/approve");
    told(next.number);
  }
}

interface Track {
  issue: number;
  trackPull: number;
}

/** A review is posted a moment before the ledger knows of it; a person never notices, a program would. */
async function readyPulls({ forge, repo }: World, issue: number): Promise<(number | undefined)[]> {
  const text = await forge.actions.readFile(repo, "gsd/ledger", `tracks/${issue}.json`);
  const track = JSON.parse(text ?? "{}") as { tasks?: Record<string, { ready?: object; pull?: number }> };
  return Object.values(track.tasks ?? {}).flatMap((task) => (task.ready ? [task.pull] : []));
}

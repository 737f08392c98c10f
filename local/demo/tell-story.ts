import type { World } from "../create-world.ts";
import { sampleIssue } from "./issue.ts";
import type { Narrator } from "./narrator.ts";
import { createPerson, type Person } from "./person.ts";
import { type Sight, type Watcher, watchWorld } from "./watch-world.ts";

export interface Ending {
  issue: number;
  trackPull: number;
  /** Undefined when the story ended before. */
  rollbackPull: number | undefined;
}

/** A moment at which a person looks: `pull` is the one it is about. */
export interface Moment {
  type: "proposed" | "task-ready" | "at-work" | "track-ready" | "merged";
  issue: number;
  pull: number;
}

export interface Telling {
  /** Where the story ends: with the merge of the track, or with one task taken back. */
  last?: "merge" | "rollback";
  /** Whoever looks at what is there, before the person does the next thing. */
  look?: (moment: Moment) => Promise<void>;
}

const rollbackCommand = "/rollback T04 --with-dependents";

/** An issue becomes merged work, as its maintainer sees it; then one task is taken back, unless told to end before. */
export async function tellStory(
  world: World,
  narrator: Narrator,
  { last = "rollback", look = async () => {} }: Telling = {},
): Promise<Ending> {
  const watcher = watchWorld(world, narrator);
  const scene = { world, narrator, watcher, look, maintainer: createPerson(world, "maintainer") };
  try {
    const track = await mergeTrack(scene);
    return { ...track, rollbackPull: last === "rollback" ? await rollBack(scene, track) : undefined };
  } finally {
    watcher.stop();
  }
}

interface Scene {
  world: World;
  narrator: Narrator;
  watcher: Watcher;
  look: NonNullable<Telling["look"]>;
  maintainer: Person;
}

function tell({ world, narrator }: Scene, what: string, path: string): void {
  narrator.say("maintainer", what, `${world.forge.urls.server}/${world.repo}/${path}`);
}

async function mergeTrack(scene: Scene): Promise<Track> {
  const { world, watcher, maintainer } = scene;
  const say = (what: string, path: string) => tell(scene, what, path);
  const issue = await maintainer.openIssue(sampleIssue);
  say(`opens #${issue} "${sampleIssue.title}"`, `issues/${issue}`);
  await maintainer.label(issue, "gsd:plan");
  say("labels it gsd:plan", `issues/${issue}`);

  const trackPull = (await watcher.until("a plan", proposedPlan)).number;
  await world.idle();
  await scene.look({ type: "proposed", issue, pull: trackPull });
  await maintainer.comment(trackPull, "/approve");
  say(`reads the plan and comments /approve on #${trackPull}`, `pull/${trackPull}`);
  await approveTasks(scene, { issue, trackPull }, (number) =>
    say(`comments /approve on #${number}`, `pull/${number}`),
  );
  await world.idle();

  await scene.look({ type: "track-ready", issue, pull: trackPull });
  await maintainer.merge(trackPull);
  say(`merges #${trackPull}`, `pull/${trackPull}`);
  await world.idle();
  await scene.look({ type: "merged", issue, pull: trackPull });
  const { state } = await maintainer.issue(issue);
  scene.narrator.say("gsd", `has archived the plan; #${issue} is ${state}`);
  return { issue, trackPull };
}

async function rollBack(scene: Scene, { issue }: Track): Promise<number> {
  await scene.maintainer.comment(issue, rollbackCommand);
  tell(scene, `comments ${rollbackCommand} on #${issue}`, `issues/${issue}`);
  const back = await scene.watcher.until("a rollback", (pulls) =>
    pulls.find((pull) => pull.branch.startsWith("gsd-rollback/")),
  );
  await scene.world.idle();
  return back.number;
}

/** The pull request of a track. */
export function proposedPlan(pulls: Sight[]): Sight | undefined {
  return pulls.find((pull) => pull.branch.startsWith("gsd/"));
}

/** A task's pull request that waits for its approval. */
export async function readyTask(world: World, issue: number, pulls: Sight[]): Promise<Sight | undefined> {
  const candidates = pulls.filter((pull) => pull.ready && !pull.merged);
  const ready = candidates.length > 0 ? await readyPulls(world, issue) : [];
  return candidates.find((pull) => ready.includes(pull.number));
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
      const open = pulls.filter((pull) => !approved.has(pull.number));
      const track = pulls.find((pull) => pull.number === trackPull && !pull.draft);
      return (await readyTask(scene.world, issue, open)) ?? track;
    });
    if (next.number === trackPull) return;
    // The others depend on the first: nothing else happens while somebody looks at it.
    if (approved.size === 0) {
      await scene.world.idle();
      await scene.look({ type: "task-ready", issue, pull: next.number });
    }
    // Some are merged, and others run.
    if (approved.size === 2) await scene.look({ type: "at-work", issue, pull: next.number });
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
  const track = JSON.parse(text ?? "{}") as {
    tasks?: Record<string, { proposal?: { pull: number; readyAt?: string } }>;
  };
  return Object.values(track.tasks ?? {}).flatMap(({ proposal }) =>
    proposal?.readyAt ? [proposal.pull] : [],
  );
}

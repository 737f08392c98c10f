import { GsdError } from "../../core/gsd-error.ts";
import type { Config } from "../../core/model/config.ts";
import type { World } from "../create-world.ts";
import { createPerson, type Person } from "../demo/person.ts";
import { proposedPlan, readyTask } from "../demo/tell-story.ts";
import { type Watcher, watchWorld } from "../demo/watch-world.ts";

/** Where a rehearsal ends. */
export const lastScenes = ["plan", "tasks", "ready", "merge"] as const;
export type LastScene = (typeof lastScenes)[number];

export interface Rehearsal {
  world: World;
  issue: { number: number; title: string; body: string };
  config: Pick<Config, "label" | "auto_merge">;
  until: LastScene;
}

/** The scene that it came to; `issue` where not even a plan was proposed. */
export type Reached = "issue" | LastScene;

/** Does what a maintainer would: labels the issue, approves the plan and each task, merges. Ends early where gsd comes to rest. */
export async function rehearse(rehearsal: Rehearsal): Promise<Reached> {
  const { world, issue, config, until } = rehearsal;
  const watcher = watchWorld(world, { say: () => {} });
  const maintainer = createPerson(world, "maintainer");
  try {
    const number = await maintainer.openIssue({ title: issue.title, body: issue.body });
    await maintainer.label(number, config.label);
    const plan = await orRest(() => watcher.until("a plan", proposedPlan));
    if (!plan) return "issue";
    await world.idle();
    if (until === "plan") return "plan";
    await maintainer.comment(plan.number, "/approve");
    return await finish({ ...rehearsal, watcher, maintainer, issueNumber: number, trackPull: plan.number });
  } finally {
    watcher.stop();
  }
}

interface Scene extends Rehearsal {
  watcher: Watcher;
  maintainer: Person;
  issueNumber: number;
  trackPull: number;
}

async function finish(scene: Scene): Promise<Reached> {
  const { world, maintainer, trackPull, until } = scene;
  if (!(await approveTasks(scene))) return "plan";
  if (until === "tasks") return "tasks";
  const ready = await orRest(() =>
    scene.watcher.until("a track that is ready", (pulls) =>
      pulls.find((pull) => pull.number === trackPull && !pull.draft),
    ),
  );
  if (!ready) return "tasks";
  await world.idle();
  if (until === "ready") return "ready";
  await maintainer.merge(trackPull);
  await world.idle();
  return "merge";
}

/** Approves each task when gsd says that it is ready, or only those that nobody merges by themselves; whether all were merged. */
async function approveTasks(scene: Scene): Promise<boolean> {
  const approved = new Set<number>();
  const { world, issueNumber, watcher, config } = scene;
  for (;;) {
    if (config.auto_merge) await world.idle();
    const next = await orRest(() =>
      watcher.until("a task to approve", async (pulls) => {
        if (await areMerged(scene)) return "all" as const;
        return readyTask(
          world,
          issueNumber,
          pulls.filter((pull) => !approved.has(pull.number)),
        );
      }),
    );
    if (next === "all" || next === undefined) return next !== undefined;
    approved.add(next.number);
    await scene.maintainer.comment(next.number, "/approve");
  }
}

/** By the ledger: every task of the approved plan is merged. */
async function areMerged({ world, issueNumber }: Scene): Promise<boolean> {
  const text = await world.forge.actions.readFile(world.repo, "gsd/ledger", `tracks/${issueNumber}.json`);
  const { tasks = {} } = JSON.parse(text ?? "{}") as { tasks?: Record<string, { status: string }> };
  const states = Object.values(tasks).map(({ status }) => status);
  return states.length > 0 && states.every((status) => status === "completed" || status === "skipped");
}

/** Nothing where everything came to rest before it was so: that is a finding, not an error. */
async function orRest<T>(wait: () => Promise<T>): Promise<T | undefined> {
  try {
    return await wait();
  } catch (error) {
    if (error instanceof GsdError && error.code === "story") return undefined;
    throw error;
  }
}

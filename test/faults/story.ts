import type { Track } from "../../core/model/track.ts";
import { describeWorld } from "./canonical-world.ts";
import { createStage, type Stage } from "./in-process.ts";

/** One step of a person, and how they see that gsd has answered it. */
interface Step {
  name: string;
  act(stage: Stage): Promise<unknown>;
  reached(track: Track): boolean;
}

const issue = 1;
const text = {
  title: "Export reports as CSV",
  body: "People paste our reports into spreadsheets by hand.\n\nPlease add an export.",
};

/** An issue of two tasks becomes merged work; then the first task is taken back, with the one that builds on it. */
const steps: Step[] = [
  {
    name: "the label",
    act: async ({ maintainer }) => {
      await maintainer.openIssue(text);
      await maintainer.label(issue, "gsd:plan");
    },
    reached: (track) => track.phase === "proposed",
  },
  {
    name: "/approve of the plan",
    act: async (stage) => stage.maintainer.comment((await readTrack(stage)).pull!, "/approve"),
    reached: (track) => track.tasks.T01?.ready !== undefined,
  },
  {
    name: "the hourly schedule",
    act: (stage) => stage.tick(1),
    reached: () => true,
  },
  {
    name: "/approve of T01",
    act: async (stage) => stage.maintainer.comment((await readTrack(stage)).tasks.T01!.pull!, "/approve"),
    reached: (track) => track.tasks.T01?.status === "completed" && track.tasks.T02?.ready !== undefined,
  },
  {
    name: "an approving review of T02",
    act: async (stage) => stage.maintainer.approve((await readTrack(stage)).tasks.T02!.pull!),
    reached: (track) => track.phase === "ready",
  },
  {
    name: "the merge of the track",
    act: async (stage) => stage.maintainer.merge((await readTrack(stage)).pull!),
    reached: (track) => track.phase === "merged",
  },
  {
    name: "/rollback",
    act: ({ maintainer }) => maintainer.comment(issue, "/rollback T01 --with-dependents"),
    reached: (track) => track.rollbacks.some((one) => one.status === "open"),
  },
];

/** What goes wrong in a telling. */
export interface Trouble {
  /** Before the story begins. */
  arrange(stage: Stage): void;
  /** Whether the one tick is due now; at the end it comes anyway. */
  heals(now: { stuck: boolean }): boolean;
  /** Nothing is to be healed: no tick but the story's own. */
  calm?: boolean;
}

/** Tells the story with one trouble and one tick, and describes the world that it ends in. */
export async function tellStory(trouble?: Trouble): Promise<string> {
  await using stage = await createStage();
  trouble?.arrange(stage);
  let healed = trouble === undefined || trouble.calm === true;
  const heal = async () => {
    healed = true;
    stage.forge.workflowEvents.calm();
    await stage.tick();
  };
  for (const step of steps) {
    await step.act(stage);
    await stage.idle();
    if (!healed && trouble?.heals({ stuck: !(await isReached(stage, step)) })) await heal();
    if (!(await isReached(stage, step))) throw await stuck(stage, step);
  }
  if (!healed) await heal();
  return describeWorld(stage.forge, stage.repo);
}

async function isReached(stage: Stage, step: Step): Promise<boolean> {
  const track = await findTrack(stage);
  return track !== undefined && step.reached(track);
}

async function findTrack({ forge, repo }: Stage): Promise<Track | undefined> {
  const file = await forge.actions.readFile(repo, "gsd/ledger", `tracks/${issue}.json`);
  return file ? (JSON.parse(file) as Track) : undefined;
}

async function readTrack(stage: Stage): Promise<Track> {
  return (await findTrack(stage))!;
}

async function stuck(stage: Stage, step: Step): Promise<Error> {
  const track = await findTrack(stage);
  const { config: _, ...state } = track ?? ({} as Track);
  const { crashes } = stage.forge.stats();
  const log = stage.mortals.log.slice(-25).join("\n");
  return new Error(
    `gsd did not answer ${step.name}\n${log}\n${crashes.join("\n")}\n${JSON.stringify(state, null, 1)}`,
  );
}

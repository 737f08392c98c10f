import type { Track } from "../../core/model/track.ts";
import type { RepoName } from "../../local/actions-port.ts";
import type { Person } from "../../local/demo/person.ts";
import type { Mode } from "../../local/render-stub.ts";
import { describeWorld } from "./canonical-world.ts";
import { createStage, type Stage } from "./in-process.ts";

/** One step of a person, and how they see that gsd has answered it. */
export interface Step {
  name: string;
  /** Whose track it is about: the first issue's unless told. */
  issue?: number;
  /** Where others talk at the same time. */
  thread(track: Track | undefined): number | undefined;
  act(stage: Stage, track: Track): Promise<unknown>;
  reached(track: Track): boolean;
}

const issue = 1;
const text = {
  title: "Export reports as CSV",
  body: "People paste our reports into spreadsheets by hand.\n\nPlease add an export.",
};

/** An issue of two tasks becomes merged work, while the default branch moves on; then the first task is taken back, with the one that builds on it. */
const life: Step[] = [
  {
    name: "the label",
    thread: () => issue,
    act: ({ people }) => people.maintainer.label(issue, "gsd:plan"),
    reached: (track) => track.phase === "proposed",
  },
  {
    name: "/approve of the plan",
    thread: (track) => track?.pull,
    act: ({ people }, track) => people.maintainer.comment(track.pull!, "/approve"),
    reached: (track) => track.tasks.T01?.proposal?.readyAt !== undefined,
  },
  {
    name: "the hourly schedule",
    thread: () => undefined,
    act: (stage) => stage.tick(1),
    reached: () => true,
  },
  {
    name: "/approve of T01",
    thread: (track) => track?.tasks.T01?.proposal?.pull,
    act: ({ people }, track) => people.maintainer.comment(track.tasks.T01!.proposal!.pull, "/approve"),
    reached: (track) =>
      track.tasks.T01?.status === "completed" && track.tasks.T02?.proposal?.readyAt !== undefined,
  },
  {
    name: "a commit on the default branch that conflicts",
    thread: () => undefined,
    act: (stage) => commitOnMain(stage, "src/rows.js", "export const rows = () => [];\n"),
    reached: (track) => track.update?.status === "done",
  },
  {
    name: "/update",
    thread: (track) => track?.pull,
    act: async (stage, track) => {
      await commitOnMain(stage, "docs/other.md", "# Other\n");
      await stage.people.maintainer.comment(track.pull!, "/update");
    },
    reached: (track) => (track.update?.number ?? 0) > 1 && track.update?.status === "done",
  },
  {
    name: "an approving review of T02",
    thread: (track) => track?.tasks.T02?.proposal?.pull,
    act: ({ people }, track) => people.maintainer.approve(track.tasks.T02!.proposal!.pull),
    reached: (track) => track.phase === "ready",
  },
  {
    name: "a push to the ready track",
    thread: (track) => track?.pull,
    act: ({ people, repo }, track) => push(people.maintainer, repo, `gsd/${issue}-${track.slug}`),
    reached: (track) => track.phase === "ready" && track.verification.runs > 1,
  },
  {
    name: "the merge of the track",
    thread: (track) => track?.pull,
    act: ({ people }, track) => people.maintainer.merge(track.pull!),
    reached: (track) => track.phase === "merged",
  },
  {
    name: "/rollback",
    thread: () => issue,
    act: ({ people }) => people.maintainer.comment(issue, "/rollback T01 --with-dependents"),
    reached: (track) => track.rollbacks.some((one) => one.status === "open"),
  },
];

/** A person's own commit, as GitHub's editor makes it. */
async function push({ octokit }: Person, name: RepoName, branch: string): Promise<void> {
  const [owner = "", repo = ""] = name.split("/");
  await octokit.rest.repos.createOrUpdateFileContents({
    owner,
    repo,
    branch,
    path: "docs/by-hand.md",
    message: "docs: by hand",
    content: Buffer.from("By hand.\n").toString("base64"),
  });
}

async function commitOnMain({ people, repo }: Stage, path: string, text: string): Promise<void> {
  const [owner = "", name = ""] = repo.split("/");
  await people.maintainer.octokit.rest.repos.createOrUpdateFileContents({
    owner,
    repo: name,
    branch: "main",
    path,
    message: `edit ${path}`,
    content: Buffer.from(text).toString("base64"),
  });
}

/** What goes wrong in a telling. */
export interface Trouble {
  /** Before the story begins. */
  arrange?(stage: Stage): void;
  /** After each step of a person. */
  meanwhile?(stage: Stage): void;
  /** When the one tick comes: `never` when nothing has to be healed; at the end at the latest. */
  tick: "never" | "when stuck" | (() => boolean);
}

export interface Telling {
  mode?: Mode;
  /** Others talk as well, at every step or at the first: a writer asks for help, and someone without access commands. */
  crowd?: "always" | "first";
  trouble?: Trouble;
  /** What people do: the life of a track unless told. */
  steps?: Step[];
}

/** Tells the story with one trouble and one tick, and describes the world that it ends in. */
export async function tellStory({
  mode = "action",
  crowd,
  trouble,
  steps = life,
}: Telling = {}): Promise<string> {
  await using stage = await createStage(mode);
  trouble?.arrange?.(stage);
  let healed = (trouble?.tick ?? "never") === "never";
  const heal = async () => {
    healed = true;
    await stage.tick();
  };
  await stage.people.maintainer.openIssue(text);
  for (const step of steps) {
    await playStep(stage, step, crowd === "always" || (crowd === "first" && step === steps[0]));
    trouble?.meanwhile?.(stage);
    await stage.idle();
    const stuck = !(await isReached(stage, step));
    if (!healed && isDue(trouble?.tick ?? "never", stuck)) await heal();
    if (!(await isReached(stage, step))) throw await describeStuck(stage, step);
  }
  if (!healed) await heal();
  return describeWorld(stage.forge, stage.repo);
}

function isDue(tick: Trouble["tick"], stuck: boolean): boolean {
  return typeof tick === "function" ? tick() : tick === "when stuck" && stuck;
}

async function playStep(stage: Stage, step: Step, crowd: boolean): Promise<void> {
  const track = await findTrack(stage, step);
  const thread = crowd ? step.thread(track) : undefined;
  if (thread) {
    await stage.people.visitor.comment(thread, "/cancel");
    await stage.people.writer.comment(thread, "What can you do?\n\n/help");
  }
  await step.act(stage, track as Track);
}

async function isReached(stage: Stage, step: Step): Promise<boolean> {
  const track = await findTrack(stage, step);
  return track !== undefined && step.reached(track);
}

async function findTrack({ forge, repo }: Stage, step: Step): Promise<Track | undefined> {
  const number = step.issue ?? issue;
  const file =
    (await forge.actions.readFile(repo, "gsd/ledger", `tracks/${number}.json`)) ??
    (await forge.actions.readFile(repo, "gsd/ledger", `done/${number}.json`));
  return file ? (JSON.parse(file) as Track) : undefined;
}

async function describeStuck(stage: Stage, step: Step): Promise<Error> {
  const track = await findTrack(stage, step);
  const { config: _, ...state } = track ?? ({} as Track);
  const { crashes } = stage.forge.stats();
  const log = stage.mortals.log.slice(-25).join("\n");
  return new Error(
    `gsd did not answer ${step.name}\n${log}\n${crashes.join("\n")}\n${JSON.stringify(state, null, 1)}`,
  );
}

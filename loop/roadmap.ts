import { isDeepStrictEqual } from "node:util";
import { emptyRoadmap } from "../core/backlog/edit-roadmap.ts";
import type { Milestone } from "../core/backlog/milestone.ts";
import { formatRoadmap, issuesOf, type Roadmap } from "../core/backlog/roadmap.ts";
import type { MilestoneWrite, Sync } from "../core/backlog/sync.ts";
import { syncRoadmap } from "../core/backlog/sync-roadmap.ts";
import { roadmapFile } from "../core/codec/paths.ts";
import { GsdError } from "../core/gsd-error.ts";
import type { Instant } from "../core/model/ids.ts";
import type { RepositoryState } from "../core/model/repository.ts";
import { noRoadmapState, type RoadmapState } from "../core/model/roadmap-state.ts";
import type { FileAtRef } from "../core/ports/github/git.ts";
import type { ProposalTrouble, RoadmapReport } from "../core/view/view-dashboard.ts";
import { changeRepository } from "./ledger/repository.ts";
import type { Ports } from "./ports.ts";
import { proposeRoadmap } from "./propose-roadmap.ts";

/** Changes of milestones and issues in one tick; the rest waits for the next. */
const mostWrites = 30;
/** New milestones have to be seen before issues can be put into them. */
const mostRounds = 2;

/** What a tick knows of the roadmap. */
export interface RoadmapInput {
  /** The file on the default branch. */
  file: FileAtRef | undefined;
  defaultBranch: string;
  state: RepositoryState;
  milestones: Milestone[];
}

/** Lets the roadmap and the milestones follow each other: milestones are changed at once, the file by a pull request. */
export async function followRoadmap(ports: Ports, input: RoadmapInput): Promise<RoadmapReport> {
  const { file, milestones } = input;
  const before = input.state.roadmap ?? noRoadmapState;
  const reading = await readRoadmap(ports, file);
  if (!reading.ok) return { milestones, changedAt: "", problems: reading.problems, troubles: [] };
  if (!file && before.phases.length > 0) {
    const message = "does not exist any more; put it back, or write `roadmap: false` in .github/gsd.yml";
    return { milestones, changedAt: "", problems: [{ path: "", message }], troubles: [] };
  }
  const changedAt = (file && (await ports.github.changedAt(roadmapFile, input.defaultBranch))) ?? "";
  const { sync, seen, refused } = await syncWithGitHub(ports, {
    milestones,
    roadmap: reading.roadmap,
    changedAt,
    known: before,
  });
  const text = formatRoadmap(sync.roadmap);
  const isNew = text !== (file?.text.replaceAll(/\r\n?/g, "\n") ?? formatRoadmap(emptyRoadmap));
  const proposal = await proposeRoadmap(ports, {
    wanted: isNew ? { text, changes: sync.changes } : undefined,
    defaultBranch: input.defaultBranch,
    state: sync.state,
  });
  await save(ports, before, proposal.state);
  const troubles = [...sync.troubles, ...refused, ...proposal.troubles];
  const { roadmap } = reading;
  const report: RoadmapReport = { roadmap, changedAt, milestones: seen, problems: [], troubles };
  const { proposal: pull } = proposal.state;
  return pull === undefined ? report : { ...report, proposal: pull };
}

/** The file as it was found; none is one without phases. */
export async function readRoadmap({ parse }: Pick<Ports, "parse">, file: FileAtRef | undefined) {
  if (!file) return { ok: true as const, roadmap: emptyRoadmap };
  const refuse = (message: string) => ({ ok: false as const, problems: [{ path: "", message }] });
  if (file.odd !== undefined) return refuse(file.odd);
  const reading = await parse("roadmap", file.text);
  return reading.ok ? reading.value : refuse(reading.message);
}

interface SyncRun {
  milestones: Milestone[];
  roadmap: Roadmap;
  changedAt: Instant;
  known: RoadmapState;
}

async function syncWithGitHub(ports: Ports, run: SyncRun) {
  const { roadmap, changedAt } = run;
  let seen = run.milestones;
  let state = run.known;
  const refused: ProposalTrouble[] = [];
  for (let round = 1; ; round += 1) {
    const absent = await readAbsent(ports, roadmap, seen);
    const sync: Sync = syncRoadmap({ roadmap, changedAt, milestones: seen, state, absent });
    const creates = sync.writes.filter(({ type }) => type === "create");
    const now = creates.length > 0 ? creates : sync.writes;
    const trouble = await writeMilestones(ports, now.slice(0, mostWrites));
    if (trouble) refused.push(trouble);
    // What was not done is not agreed on.
    const isDone = !trouble && now.length <= mostWrites;
    if (!isDone) return { sync: { ...sync, state: run.known }, seen, refused };
    if (now.length > 0) seen = await ports.github.milestones();
    if (creates.length === 0 || round >= mostRounds) return { sync, seen, refused };
    state = sync.state;
  }
}

/** Which numbers of the file are no issues: those that some milestone has are. */
async function readAbsent({ github }: Ports, { phases }: Roadmap, milestones: Milestone[]) {
  const there = new Set(milestones.flatMap(({ issues }) => issues.map(({ number }) => number)));
  const numbers = phases.flatMap(issuesOf).filter((number) => !there.has(number));
  return numbers.length > 0 ? github.absentIssues(numbers) : new Map<number, "none" | "pull">();
}

/** Does them one after the other; each is harmless to repeat, so the next tick goes on where this one stopped. */
async function writeMilestones(ports: Ports, writes: MilestoneWrite[]): Promise<ProposalTrouble | undefined> {
  for (const write of writes) {
    try {
      await writeOne(ports, write);
    } catch (error) {
      if (!(error instanceof GsdError) || (error.code !== "invalid" && error.code !== "forbidden"))
        throw error;
      return { type: "write-refused", text: error.message };
    }
  }
  return undefined;
}

function writeOne({ github }: Ports, write: MilestoneWrite): Promise<void> {
  switch (write.type) {
    case "create":
      return github.createMilestone(write);
    case "rename":
      return github.updateMilestone(write.milestone, { title: write.title });
    case "set-due":
      return github.updateMilestone(write.milestone, { due: write.due ?? null });
    case "put":
      return github.setMilestone(write.issue, write.milestone);
    case "take":
      return github.setMilestone(write.issue, null);
  }
}

async function save(ports: Ports, before: RoadmapState, next: RoadmapState): Promise<void> {
  if (isDeepStrictEqual(before, next)) return;
  if (!ports.ledger.latest()) await ports.ledger.create();
  await changeRepository(ports, "roadmap", (saved) => ({ ...saved, roadmap: next }));
}

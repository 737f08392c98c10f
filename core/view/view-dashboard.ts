import type { Night, NightRow, Stop } from "../backlog/choose-issues.ts";
import { currentMilestone, type Milestone } from "../backlog/milestone.ts";
import { issuesOf, type Roadmap } from "../backlog/roadmap.ts";
import type { RoadmapTrouble } from "../backlog/sync-roadmap.ts";
import type { Config } from "../model/config.ts";
import type { Day } from "../model/day.ts";
import type { Instant } from "../model/ids.ts";
import type { TrackRecord } from "../model/publication.ts";
import type { Track } from "../model/track.ts";
import type { Problem } from "../model/validate.ts";
import { leftToday } from "../select/reserve.ts";
import { type RepositoryView, viewRepository } from "./view-repository.ts";
import { viewTrackRecord } from "./view-track-record.ts";

/** What is known of the roadmap, besides the file. */
export interface RoadmapReport {
  /** Absent where the file cannot be read. */
  roadmap?: Roadmap;
  /** When the file was changed last; empty where that is not known. */
  changedAt: Instant;
  milestones: readonly Milestone[];
  problems: readonly Problem[];
  troubles: readonly (RoadmapTrouble | ProposalTrouble)[];
  /** The pull request that brings the file up to date. */
  proposal?: number;
}

/** Why the file is not as it should be. */
export type ProposalTrouble =
  | { type: "proposal-declined" }
  | { type: "proposal-refused"; branch: string; text: string }
  | { type: "write-refused"; text: string };

/** A phase of the roadmap, as people follow it. */
export interface PhaseRowView {
  title: string;
  due: string | undefined;
  done: number;
  issues: number;
  /** Its milestone is closed. */
  isCompleted: boolean;
  isCurrent: boolean;
}

/** What the dashboard issue shows. */
export interface DashboardView {
  repository: RepositoryView;
  night: NightView | undefined;
  phases: PhaseRowView[];
  roadmap: Pick<RoadmapReport, "problems" | "troubles" | "proposal"> | undefined;
  /** How well tasks and their estimates turned out. */
  record: TrackRecord;
  /** Today's money; absent where nothing is paid. */
  money: { usd: number; heldUsd: number; limitUsd: number } | undefined;
}

export interface NightView {
  window: string | undefined;
  label: string;
  milestone: string | undefined;
  rows: NightRow[];
  stop: Stop;
  /** Issues that it has started, newest last, as far as they are remembered. */
  started: number[];
  /** There are more issues than are read. */
  more: boolean;
}

export interface DashboardInput {
  config: Config;
  tracks: readonly Track[];
  /** The newest tracks that are over. */
  over: readonly Track[];
  day: Day;
  night?:
    | { night: Night; milestone: string | undefined; started: readonly number[]; more: boolean }
    | undefined;
  roadmap?: RoadmapReport | undefined;
}

export function viewDashboard({ config, tracks, over, day, night, roadmap }: DashboardInput): DashboardView {
  const limitUsd = config.budget.day;
  const isPaid = config.engine !== "script" || day.usd > 0;
  const heldUsd = limitUsd - day.usd - leftToday(day, limitUsd);
  return {
    repository: viewRepository(tracks),
    night: night && config.nightly && viewNight(config.nightly, night, tracks),
    phases: roadmap ? viewPhases(roadmap) : [],
    roadmap: roadmap && toReport(roadmap),
    record: viewTrackRecord([...over, ...tracks]),
    money: isPaid ? { usd: day.usd, heldUsd: Math.max(0, heldUsd), limitUsd } : undefined,
  };
}

function toReport({ problems, troubles, proposal }: RoadmapReport): NonNullable<DashboardView["roadmap"]> {
  return proposal === undefined ? { problems, troubles } : { problems, troubles, proposal };
}

function viewNight(
  { window, label }: NonNullable<Config["nightly"]>,
  { night, milestone, started, more }: NonNullable<DashboardInput["night"]>,
  tracks: readonly Track[],
): NightView {
  // What was started stands among the tracks.
  const rows = night.rows.filter(
    ({ issue }) => !tracks.some((track) => track.issue === issue.number && track.phase !== "asking"),
  );
  return { window, label, milestone, rows, stop: night.stop, started: [...started], more };
}

function viewPhases({ roadmap, milestones }: RoadmapReport): PhaseRowView[] {
  const titles = (roadmap?.phases ?? []).map(({ title }) => title);
  const current = currentMilestone(milestones, titles);
  return (roadmap?.phases ?? []).map((phase) => {
    const milestone = milestones.find(({ title }) => title.toLowerCase() === phase.title.toLowerCase());
    const issues = milestone?.issues ?? [];
    return {
      title: phase.title,
      due: milestone?.due,
      done: issues.filter(({ open }) => !open).length,
      issues: Math.max(issues.length, issuesOf(phase).length),
      isCompleted: milestone?.open === false,
      isCurrent: milestone !== undefined && milestone === current,
    };
  });
}

/** Whether a phase is done: everything in it is, and there is something in it. */
export function isPhaseDone({ done, issues, isCompleted }: PhaseRowView): boolean {
  return !isCompleted && issues > 0 && done === issues;
}

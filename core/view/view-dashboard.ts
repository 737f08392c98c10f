import type { Night, NightRow, Stop } from "../backlog/choose-issues.ts";
import { currentMilestone, type Milestone } from "../backlog/milestone.ts";
import { issuesOf, type Roadmap } from "../backlog/roadmap.ts";
import type { RoadmapTrouble } from "../backlog/sync.ts";
import type { Box } from "../codec/boxes.ts";
import type { Config } from "../model/config.ts";
import type { Gap } from "../model/gap.ts";
import type { Instant, Sha } from "../model/ids.ts";
import type { BoardAsk } from "../model/repository.ts";
import { isOpen, type Track } from "../model/track.ts";
import type { Problem } from "../model/validate.ts";
import { boxesOf, pauseBox } from "./board/boxes-of.ts";
import { type BoxAnswer, viewAnswers } from "./board/view-answers.ts";
import { type FailuresView, viewFailures } from "./board/view-failures.ts";
import { type Outdated, viewOutdated } from "./board/view-outdated.ts";
import { type SuccessView, viewSuccess } from "./board/view-success.ts";
import { type MoneyView, viewMoney } from "./view-money.ts";
import type { DatedDay } from "./view-spending.ts";
import { type TrackView, viewTrack } from "./view-track.ts";
import { type Wait, waitOf } from "./wait-of.ts";

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

/** An open track, what it waits for, and what can be done by ticking a box. */
export interface BoardTrack {
  track: TrackView;
  wait: Wait;
  boxes: Box[];
  pause: Box | undefined;
}

/** What the dashboard issue shows. */
export interface DashboardView {
  /** Open tracks, by issue. */
  tracks: BoardTrack[];
  /** What became of boxes that were ticked. */
  answers: BoxAnswer[];
  night: NightView | undefined;
  phases: PhaseRowView[];
  roadmap: Pick<RoadmapReport, "problems" | "troubles" | "proposal"> | undefined;
  failures: FailuresView;
  /** How well tasks and their estimates turned out. */
  success: SuccessView;
  outdated: Outdated[];
  /** Absent where nothing is paid. */
  money: MoneyView | undefined;
}

export interface NightView {
  window: string | undefined;
  label: string;
  milestone: string | undefined;
  rows: NightRow[];
  stop: Stop;
  /** Whether it would start something if it were the time. */
  mayRunNow: boolean;
  /** Issues that it has started, newest last, as far as they are remembered. */
  started: number[];
  /** There are more issues than are read. */
  more: boolean;
}

export interface DashboardInput {
  now: Instant;
  /** Absent where it cannot be read, for these problems. */
  config: Config | undefined;
  problems: readonly Problem[];
  tracks: readonly Track[];
  /** The newest tracks that are over. */
  over: readonly Track[];
  /** The money of this week and this month. */
  days: readonly DatedDay[];
  night?:
    | { night: Night; milestone: string | undefined; started: readonly number[]; more: boolean }
    | undefined;
  roadmap?: RoadmapReport | undefined;
  /** Boxes that were ticked and are about no track. */
  asks: readonly BoardAsk[];
  gaps: readonly Gap[];
  /** Branches that nobody needs any more. */
  branches: readonly string[];
  defaultHead: Sha | undefined;
}

export function viewDashboard(input: DashboardInput): DashboardView {
  const { now, config, tracks, over, days, night, roadmap, asks } = input;
  const all = [...tracks, ...over];
  const money = viewMoney({ now, days, tracks: all, limitUsd: config?.budget.day });
  const isPaid = config?.engine !== "script" || money.monthUsd > 0 || money.weekUsd > 0;
  return {
    tracks: tracks
      .filter(isOpen)
      .toSorted((a, b) => a.issue - b.issue)
      .map((track) => viewBoardTrack(track, now)),
    answers: viewAnswers(all, asks, now),
    night: night && config?.nightly && viewNight(config.nightly, night, tracks),
    phases: roadmap ? viewPhases(roadmap) : [],
    roadmap: roadmap && toReport(roadmap),
    failures: viewFailures(all, now),
    success: viewSuccess(all),
    outdated: viewOutdated(input),
    money: isPaid ? money : undefined,
  };
}

function viewBoardTrack(track: Track, now: Instant): BoardTrack {
  return {
    track: viewTrack(track),
    wait: waitOf(track, now),
    boxes: boxesOf(track),
    pause: pauseBox(track),
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
  const { stop } = night;
  const mayRunNow = stop.type === "window" && rows.some(({ verdict }) => verdict.type === "later");
  return { window, label, milestone, rows, stop, mayRunNow, started: [...started], more };
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

import type { Instant } from "../model/ids.ts";
import type { RoadmapState } from "../model/roadmap-state.ts";
import type { Milestone } from "./milestone.ts";
import type { Roadmap } from "./roadmap.ts";

/** Something to do on GitHub, so that the milestones say what the file says. */
export type MilestoneWrite =
  | { type: "create"; title: string; due: string | undefined }
  | { type: "rename"; milestone: number; title: string }
  | { type: "set-due"; milestone: number; due: string | undefined }
  | { type: "put"; issue: number; milestone: number }
  | { type: "take"; issue: number };

/** Something that the file should say differently, as a person would tell it. */
export type FileChange =
  | { type: "added-phase"; title: string }
  | { type: "renamed-phase"; from: string; title: string }
  | { type: "changed-due"; title: string; due: string | undefined }
  | { type: "put-issue"; issue: number; title: string }
  | { type: "took-issue"; issue: number; title: string };

/** What keeps part of the roadmap from being followed; nothing of it is changed. */
export type RoadmapTrouble =
  | { type: "no-such-issue"; issue: number; line: number; isPull: boolean }
  | { type: "milestone-deleted"; title: string; line: number; issues: number }
  | { type: "phase-removed"; title: string; milestone: number }
  | { type: "milestone-too-large"; title: string; issues: number }
  | { type: "roadmap-full" };

export interface SyncInput {
  roadmap: Roadmap;
  /** When the file was changed last. */
  changedAt: Instant;
  milestones: readonly Milestone[];
  state: RoadmapState;
  /** Numbers in the file that are no issue of this repository; `pull` for those of pull requests. */
  absent: ReadonlyMap<number, "none" | "pull">;
}

export interface Sync {
  writes: MilestoneWrite[];
  /** The file as it should be. */
  roadmap: Roadmap;
  changes: FileChange[];
  troubles: RoadmapTrouble[];
  state: RoadmapState;
}

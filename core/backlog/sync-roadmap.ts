import type { Instant } from "../model/ids.ts";
import type { KnownPhase, RoadmapState } from "../model/roadmap-state.ts";
import { addPhase, putIssue, renamePhase, setDue, takeIssue } from "./edit-roadmap.ts";
import { type Match, matchPhases } from "./match-phases.ts";
import type { Milestone } from "./milestone.ts";
import { dueOf, issuesOf, type Roadmap, roadmapLine } from "./roadmap.ts";

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
  | { type: "phase-removed"; title: string; milestone: number };

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

/**
 * Brings the file and the milestones together. Whatever only one side has changed since both said the same is done to the other;
 * where both have, whoever was later. The file is changed by a pull request, so what it does not say yet is no news of GitHub's.
 */
export function syncRoadmap(input: SyncInput): Sync {
  const { roadmap, milestones, state } = input;
  const { matches, others, gone } = matchPhases(roadmap.phases, milestones, state.phases);
  const removed = gone.flatMap((one) =>
    milestones.filter(({ number, open }) => open && number === one.milestone),
  );
  const dropped = [...new Set([...state.dropped, ...removed.map(({ number }) => number)])].filter((number) =>
    others.some((one) => one.number === number),
  );
  const sync: Sync = {
    writes: [],
    roadmap,
    changes: [],
    troubles: [],
    state: { ...state, phases: [], dropped },
  };
  for (const match of matches) syncPhase(sync, match, input);
  const added = others.filter(
    ({ number, open, title }) => open && isNameable(title) && !dropped.includes(number),
  );
  for (const milestone of added) addMilestone(sync, milestone);
  syncIssues(sync, [...matches, ...added.map(toAdded)], input);
  for (const { number, title } of others) {
    if (dropped.includes(number)) sync.troubles.push({ type: "phase-removed", title, milestone: number });
  }
  return sync;
}

/** Title and date of one phase. */
function syncPhase(sync: Sync, match: Match, { changedAt }: SyncInput): void {
  const { phase, milestone, known, isDeleted } = match;
  const { title, line } = phase;
  if (isDeleted && known) {
    sync.troubles.push({ type: "milestone-deleted", title, line, issues: issuesOf(phase).length });
    sync.state.phases.push(known);
    return;
  }
  const due = dueOf(phase);
  if (!milestone) return void sync.writes.push({ type: "create", title, due });
  const isLater = changedAt > milestone.updatedAt;
  const names = settle({
    file: title,
    github: milestone.title,
    known: known?.title ?? milestone.title,
    isLater,
  });
  const dues = settle({ file: due, github: milestone.due, known: known?.due, isLater });
  if (milestone.open) {
    if (names.to === "github") sync.writes.push({ type: "rename", milestone: milestone.number, title });
    if (dues.to === "github") sync.writes.push({ type: "set-due", milestone: milestone.number, due });
    if (dues.to === "file") {
      sync.roadmap = setDue(sync.roadmap, title, milestone.due);
      sync.changes.push({ type: "changed-due", title, due: milestone.due });
    }
    if (names.to === "file") {
      sync.roadmap = renamePhase(sync.roadmap, title, milestone.title);
      sync.changes.push({ type: "renamed-phase", from: title, title: milestone.title });
    }
  }
  const agreed: KnownPhase = { milestone: milestone.number, title: names.known, issues: [] };
  if (dues.known !== undefined) agreed.due = dues.known;
  sync.state.phases.push(agreed);
}

interface Sides<T> {
  file: T;
  github: T;
  known: T;
  /** Whether the file was changed after GitHub's side. */
  isLater: boolean;
}

/** Which side has to follow, and what both are known to have said. What waits for a pull request is not agreed on yet. */
function settle<T>({ file, github, known, isLater }: Sides<T>): { to: "file" | "github" | "none"; known: T } {
  if (file === github) return { to: "none", known: file };
  if (file === known) return { to: "file", known };
  if (github === known || isLater) return { to: "github", known: file };
  return { to: "file", known: file };
}

function addMilestone(sync: Sync, { title, due }: Milestone): void {
  sync.roadmap = addPhase(sync.roadmap, title);
  if (due !== undefined) sync.roadmap = setDue(sync.roadmap, title, due);
  sync.changes.push({ type: "added-phase", title });
}

/** Of a name without a character that can be seen there is nothing to write. */
function isNameable(title: string): boolean {
  return roadmapLine.title(title).trim() !== "##";
}

/** A milestone that the file does not have yet. */
function toAdded(milestone: Milestone): Pick<Match, "milestone"> {
  return { milestone };
}

/** Where each issue belongs. */
function syncIssues(sync: Sync, matches: readonly Partial<Match>[], input: SyncInput): void {
  const sides = {
    file: new Map<number, number>(),
    github: new Map<number, number>(),
    known: new Map<number, number>(),
  };
  const byNumber = new Map<number, Milestone>();
  const titles = new Map<number, string>();
  const frozen = new Set<number>();
  for (const { phase, milestone, known, isDeleted } of matches) {
    const isQuiet = isDeleted || !milestone?.open;
    for (const issue of phase ? issuesOf(phase) : []) {
      if (isQuiet) frozen.add(issue);
      else if (milestone) sides.file.set(issue, milestone.number);
    }
    if (!milestone) continue;
    byNumber.set(milestone.number, milestone);
    for (const { number, title } of milestone.issues) {
      titles.set(number, title);
      sides.github.set(number, milestone.number);
      if (isQuiet) frozen.add(number);
    }
    for (const issue of known?.issues ?? []) sides.known.set(issue, milestone.number);
  }
  const agreed = new Map(sync.state.phases.map((one) => [one.milestone, one]));
  for (const issue of new Set([...sides.file.keys(), ...sides.github.keys()])) {
    const [file, github, known] = [sides.file.get(issue), sides.github.get(issue), sides.known.get(issue)];
    if (frozen.has(issue)) {
      agreed.get(known ?? github ?? 0)?.issues.push(issue);
      continue;
    }
    const absent = input.absent.get(issue);
    if (file !== undefined && absent) {
      sync.troubles.push({
        type: "no-such-issue",
        issue,
        line: lineOf(input.roadmap, issue),
        isPull: absent === "pull",
      });
      continue;
    }
    const updatedAt = byNumber.get(github ?? file ?? 0)?.updatedAt ?? "";
    const end = settle({ file, github, known, isLater: input.changedAt > updatedAt });
    if (end.to === "github")
      sync.writes.push(
        file === undefined ? { type: "take", issue } : { type: "put", issue, milestone: file },
      );
    if (end.to === "file")
      moveInFile(sync, { number: issue, title: titles.get(issue) ?? "" }, byNumber.get(github ?? 0)?.title);
    if (end.known !== undefined) agreed.get(end.known)?.issues.push(issue);
  }
}

function moveInFile(sync: Sync, issue: { number: number; title: string }, title: string | undefined): void {
  const from = sync.roadmap.phases.find((phase) => issuesOf(phase).includes(issue.number))?.title ?? "";
  if (title === undefined) {
    sync.roadmap = takeIssue(sync.roadmap, issue.number);
    sync.changes.push({ type: "took-issue", issue: issue.number, title: from });
    return;
  }
  const target = sync.roadmap.phases.find((phase) => phase.title.toLowerCase() === title.toLowerCase());
  // A milestone that the file calls by a name that is on its way to GitHub.
  if (!target) return;
  sync.roadmap = putIssue(sync.roadmap, target.title, issue);
  sync.changes.push({ type: "put-issue", issue: issue.number, title: target.title });
}

function lineOf({ phases }: Roadmap, issue: number): number {
  const lines = phases.flatMap(({ rows }) =>
    rows.flatMap((row) => (row.type === "issue" && row.issue === issue ? [row.line] : [])),
  );
  return lines[0] ?? 1;
}

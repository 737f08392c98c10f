import type { KnownPhase } from "../model/roadmap-state.ts";
import { putIssue, takeIssue } from "./edit-roadmap.ts";
import type { Match } from "./match-phases.ts";
import type { Milestone } from "./milestone.ts";
import { issuesOf, type Roadmap, roadmapLimits } from "./roadmap.ts";
import { settleSides } from "./settle-sides.ts";
import type { Sync, SyncInput } from "./sync.ts";

type Pair = Partial<Match>;

/** Where each issue is, by the number of the milestone. */
interface Sides {
  file: Map<number, number>;
  github: Map<number, number>;
  known: Map<number, number>;
  /** Issues of phases and milestones that nothing is done about. */
  frozen: Set<number>;
}

/** Puts each issue where it belongs: into a milestone at once, in the file by a proposal. */
export function syncIssues(sync: Sync, pairs: readonly Pair[], input: SyncInput): void {
  const sides = sidesOf(pairs);
  const milestones = new Map(
    pairs.flatMap(({ milestone }) => (milestone ? [[milestone.number, milestone]] : [])),
  );
  const agreed = new Map(sync.state.phases.map((one) => [one.milestone, one]));
  for (const issue of new Set([...sides.file.keys(), ...sides.github.keys()]))
    syncIssue({ sync, input, sides, milestones, agreed }, issue);
}

/** Which issues each side has where. A milestone that was not read to its end may have any. */
function sidesOf(pairs: readonly Pair[]): Sides {
  const sides: Sides = { file: new Map(), github: new Map(), known: new Map(), frozen: new Set() };
  for (const { phase, milestone, known, isDeleted } of pairs) {
    const isQuiet = isDeleted || !milestone?.open || milestone.unread > 0;
    for (const issue of phase ? issuesOf(phase) : []) {
      if (isQuiet) sides.frozen.add(issue);
      else if (milestone) sides.file.set(issue, milestone.number);
    }
    if (!milestone) continue;
    for (const { number } of milestone.issues) {
      sides.github.set(number, milestone.number);
      if (isQuiet) sides.frozen.add(number);
    }
    for (const issue of known?.issues ?? []) sides.known.set(issue, milestone.number);
  }
  return sides;
}

interface Place {
  sync: Sync;
  input: SyncInput;
  sides: Sides;
  milestones: ReadonlyMap<number, Milestone>;
  agreed: ReadonlyMap<number, KnownPhase>;
}

function syncIssue({ sync, input, sides, milestones, agreed }: Place, issue: number): void {
  const [file, github, known] = [sides.file.get(issue), sides.github.get(issue), sides.known.get(issue)];
  if (sides.frozen.has(issue)) return void agreed.get(known ?? github ?? 0)?.issues.push(issue);
  const absent = input.absent.get(issue);
  if (file !== undefined && absent) {
    const line = lineOf(input.roadmap, issue);
    return void sync.troubles.push({ type: "no-such-issue", issue, line, isPull: absent === "pull" });
  }
  const updatedAt = milestones.get(github ?? file ?? 0)?.updatedAt ?? "";
  const end = settleSides({ file, github, known, isLater: input.changedAt > updatedAt });
  if (end.to === "github")
    sync.writes.push(file === undefined ? { type: "take", issue } : { type: "put", issue, milestone: file });
  if (end.to === "file") moveInFile(sync, issue, milestones.get(github ?? 0));
  if (end.known !== undefined) agreed.get(end.known)?.issues.push(issue);
}

function moveInFile(sync: Sync, issue: number, milestone: Milestone | undefined): void {
  // As many as no file has: it is proposed no more, and need not be written to its end.
  if (sync.changes.length > roadmapLimits.issues + roadmapLimits.phases) return;
  const from = sync.roadmap.phases.find((phase) => issuesOf(phase).includes(issue))?.title ?? "";
  if (milestone === undefined) {
    sync.roadmap = takeIssue(sync.roadmap, issue);
    sync.changes.push({ type: "took-issue", issue, title: from });
    return;
  }
  const target = sync.roadmap.phases.find(
    (phase) => phase.title.toLowerCase() === milestone.title.toLowerCase(),
  );
  // A milestone that the file calls by a name that is on its way to GitHub.
  if (!target) return;
  const title = milestone.issues.find(({ number }) => number === issue)?.title ?? "";
  sync.roadmap = putIssue(sync.roadmap, target.title, { number: issue, title });
  sync.changes.push({ type: "put-issue", issue, title: target.title });
}

function lineOf({ phases }: Roadmap, issue: number): number {
  const lines = phases.flatMap(({ rows }) =>
    rows.flatMap((row) => (row.type === "issue" && row.issue === issue ? [row.line] : [])),
  );
  return lines[0] ?? 1;
}

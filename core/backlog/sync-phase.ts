import type { KnownPhase } from "../model/roadmap-state.ts";
import { addPhase, renamePhase, setDue } from "./edit-roadmap.ts";
import type { Match } from "./match-phases.ts";
import type { Milestone } from "./milestone.ts";
import { dueOf, issuesOf } from "./roadmap.ts";
import { settleSides } from "./settle-sides.ts";
import type { Sync, SyncInput } from "./sync.ts";

/** Title and date of one phase. */
export function syncPhase(sync: Sync, match: Match, { changedAt }: SyncInput): void {
  const { phase, milestone, known, isDeleted } = match;
  const { title, line } = phase;
  if (isDeleted && known) {
    sync.troubles.push({ type: "milestone-deleted", title, line, issues: issuesOf(phase).length });
    sync.state.phases.push(known);
    return;
  }
  if (milestone?.open && milestone.unread > 0)
    sync.troubles.push({
      type: "milestone-too-large",
      title,
      issues: milestone.issues.length + milestone.unread,
    });
  const due = dueOf(phase);
  if (!milestone) return void sync.writes.push({ type: "create", title, due });
  const isLater = changedAt > milestone.updatedAt;
  const names = settleSides({
    file: title,
    github: milestone.title,
    known: known?.title ?? milestone.title,
    isLater,
  });
  const dues = settleSides({ file: due, github: milestone.due, known: known?.due, isLater });
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

/** A milestone that the file does not have yet becomes a phase of it. */
export function addMilestone(sync: Sync, { title, due }: Milestone): void {
  sync.roadmap = addPhase(sync.roadmap, title);
  if (due !== undefined) sync.roadmap = setDue(sync.roadmap, title, due);
  sync.changes.push({ type: "added-phase", title });
}

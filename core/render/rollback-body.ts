import { marker } from "../codec/markers.ts";
import { region } from "../codec/regions.ts";
import type { Scene } from "../model/publication.ts";
import type { Rollback, RollbackLeft } from "../model/rollback.ts";
import type { Track } from "../model/track.ts";
import { inline } from "../text/foreign.ts";
import { ciLine } from "./ci.ts";
import { checkTable } from "./health.ts";
import { noteList } from "./notes.ts";
import { pick, taskIds } from "./phrases.ts";
import { leftToPerson } from "./rollback-conflict.ts";
import { rollbackState } from "./rollback-state.ts";
import { leftBehind, rollbackOf } from "./rollbacks.ts";

/** A rollback's pull request: what it reverts, and what stays although it builds on that. */
export function renderRollback(
  { track, checks, manifest, ci }: Scene<Track>,
  rollback: Rollback,
  left?: RollbackLeft,
): string {
  const parts = [
    what(track, rollback),
    left ? leftToPerson(track, rollback, left) : warning(track, rollback),
    noteList(manifest.notes.filter(({ type }) => type === "spec-unfolded")),
    checkTable(track, checks),
    ciLine(ci),
    region.format("state", rollbackState(opened(rollback, left))),
    marker.format("rollback", `${track.issue}/${rollback.task}-${rollback.attempt}`),
  ];
  return region.format("body", parts.filter(Boolean).join("\n\n"));
}

function what(track: Track, { tasks, whole, by, undoes, task }: Rollback): string {
  const which = `${taskIds(tasks)} of #${track.issue}, as ${inline(by)} asked.`;
  if (undoes === undefined) return `Reverts ${whole ? "all that was merged of the track: " : ""}${which}`;
  const { proposal } = rollbackOf(track, { task, attempt: undoes });
  return `Takes ${proposal ? `#${proposal.pull}` : "a rollback"} back, and so brings back ${which}`;
}

/** As it will be once there is a pull request. */
function opened(rollback: Rollback, left: RollbackLeft | undefined): Rollback {
  const open = { ...rollback, status: "open" as const };
  return left ? { ...open, proposal: { pull: 1, head: "", readyAt: "", ...rollback.proposal, left } } : open;
}

function warning(track: Track, { task, tasks, undoes }: Rollback): string {
  const left = undoes === undefined ? leftBehind(track, task, tasks) : [];
  if (left.length === 0) return "";
  const count = left.length;
  return `> [!WARNING]\n> ${taskIds(left)} ${pick(count, "builds", "build")} on ${task} and ${pick(count, "stays", "stay")} merged. To roll ${pick(count, "it", "them")} back too, close this and comment \`/rollback ${task} --with-dependents\`.`;
}

import { marker } from "../codec/markers.ts";
import { region } from "../codec/regions.ts";
import type { Scene } from "../model/publication.ts";
import type { Rollback } from "../model/rollback.ts";
import type { Track } from "../model/track.ts";
import { inline } from "../text/foreign.ts";
import { ciLine } from "./ci.ts";
import { checkTable } from "./health.ts";
import { noteList } from "./notes.ts";
import { pick, taskIds } from "./phrases.ts";
import { rollbackState } from "./rollback-state.ts";
import { leftBehind } from "./rollbacks.ts";

/** A rollback's pull request: what it reverts, and what stays although it builds on that. */
export function renderRollback({ track, checks, manifest, ci }: Scene<Track>, rollback: Rollback): string {
  const parts = [
    `Reverts ${rollback.whole ? "all that was merged of the track, newest first: " : ""}${taskIds(rollback.tasks)} of #${track.issue}, as ${inline(rollback.by)} asked.`,
    warning(track, rollback),
    noteList(manifest.notes.filter(({ type }) => type === "spec-unfolded")),
    checkTable(track, checks),
    ciLine(ci),
    region.format("state", rollbackState({ ...rollback, status: "open" })),
    marker.format("rollback", `${track.issue}/${rollback.task}-${rollback.attempt}`),
  ];
  return region.format("body", parts.filter(Boolean).join("\n\n"));
}

function warning(track: Track, { task, tasks }: Rollback): string {
  const left = leftBehind(track, task, tasks);
  if (left.length === 0) return "";
  const count = left.length;
  return `> [!WARNING]\n> ${taskIds(left)} ${pick(count, "builds", "build")} on ${task} and ${pick(count, "stays", "stay")} merged. To roll ${pick(count, "it", "them")} back too, close this and comment \`/rollback ${task} --with-dependents\`.`;
}

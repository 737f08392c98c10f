import { marker } from "../codec/markers.ts";
import type { Track } from "../model/track.ts";
import { formatUsd } from "../select/budget.ts";
import { taskRows } from "../view/task-rows.ts";
import { cell, fitLines, pick, plural, short } from "./phrases.ts";
import { doer } from "./provenance.ts";

/** The track's pull request once everything is merged into it and verified. */
export function readyTrackBody(track: Track): string {
  const { length } = mergedRows(track);
  const all = length === 1 ? "The one task" : `All ${length} tasks`;
  return body(track, [
    `${all} for #${track.issue} ${pick(length, "is", "are")} merged into this branch and verified. The plan is archived with its summary and verification.`,
    "**Next:** review and merge.",
    taskTable(track),
    verified(track),
  ]);
}

/** The same after it was ready and is not any more: its branch changed, or a task is due again. */
export function movedTrackBody(track: Track): string {
  const { head = "" } = track;
  return body(track, [
    `This branch was verified, and changed after that. Its head \`${short(head)}\` is not verified.`,
    `**Next:** nothing to merge yet; #${track.issue} shows what gsd does about it.`,
    taskTable(track),
  ]);
}

function body(track: Track, parts: string[]): string {
  return [...parts, `Closes #${track.issue}`, marker.format("track", String(track.issue))]
    .filter(Boolean)
    .join("\n\n");
}

function mergedRows(track: Track) {
  return taskRows(track).filter(({ status }) => status === "completed");
}

function taskTable(track: Track): string {
  const row = ({ id, title, pull }: ReturnType<typeof mergedRows>[number]) =>
    `| ${id} | ${cell(title)} | ${pull ? `#${pull}` : "–"} |`;
  const more = (count: number) => `| | and ${plural(count, "more task")}, all in summary.md | |`;
  const rows = fitLines(mergedRows(track), row, { maxBytes: 40_000, more });
  return ["| | Task | Pull request |", "|---|---|---|", ...rows].join("\n");
}

/** Who verified it, and what the whole track cost. */
function verified({ verification: { by }, usd }: Track): string {
  const words = [
    by ? `verified by ${doer(by)}${by.usd ? ` for ${formatUsd(by.usd)}` : ""}` : "",
    usd > 0 ? `${formatUsd(usd)} spent on the track` : "",
  ].filter(Boolean);
  return words.length > 0 ? `<sub>${words.join(" · ")}</sub>` : "";
}

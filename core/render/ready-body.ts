import { marker } from "../codec/markers.ts";
import type { Track } from "../model/track.ts";
import { formatUsd } from "../select/budget.ts";
import { taskRows } from "../view/task-rows.ts";
import { cell, fitLines, plural } from "./phrases.ts";
import { doer } from "./provenance.ts";

/** The track's pull request once everything is merged into it and verified. */
export function readyTrackBody(track: Track): string {
  const done = taskRows(track).filter(({ status }) => status === "completed");
  const row = ({ id, title, pull }: (typeof done)[number]) =>
    `| ${id} | ${cell(title)} | ${pull ? `#${pull}` : "–"} |`;
  const more = (count: number) => `| | and ${plural(count, "more task")}, all in summary.md | |`;
  const all = done.length === 1 ? "The one task" : `All ${done.length} tasks`;
  return [
    `${all} for #${track.issue} ${done.length === 1 ? "is" : "are"} merged into this branch and verified. The plan is archived with its summary and verification.`,
    "**Next:** review and merge.",
    ["| | Task | Pull request |", "|---|---|---|", ...fitLines(done, row, { maxBytes: 40_000, more })].join(
      "\n",
    ),
    verified(track),
    `Closes #${track.issue}`,
    marker.format("track", String(track.issue)),
  ]
    .filter(Boolean)
    .join("\n\n");
}

/** Who verified it, and what the whole track cost. */
function verified({ verification: { by }, usd }: Track): string {
  const words = [
    by ? `verified by ${doer(by)}${by.usd ? ` for ${formatUsd(by.usd)}` : ""}` : "",
    usd > 0 ? `${formatUsd(usd)} spent on the track` : "",
  ].filter(Boolean);
  return words.length > 0 ? `<sub>${words.join(" · ")}</sub>` : "";
}

import { newestAnswer } from "../check/answers-of.ts";
import { baseBranch } from "../codec/branches.ts";
import { marker } from "../codec/markers.ts";
import { region } from "../codec/regions.ts";
import type { Scene, Verdict } from "../model/publication.ts";
import { isQuick } from "../model/route.ts";
import type { Track } from "../model/track.ts";
import { block } from "../text/foreign.ts";
import { ciLine } from "./ci.ts";
import { checkTable, unreviewedLine } from "./health.ts";
import { provenance } from "./provenance.ts";
import { taskIsOpen } from "./task-state.ts";

/** A task's pull request: what was done, how it was checked, and by whom. */
export function renderTask(
  { track, job, manifest, checks, ci }: Scene<Track>,
  word: Verdict["checks"],
): string {
  const plan = track.pull ? ` (plan #${track.pull})` : "";
  const parts = [
    isQuick(track)
      ? `Closes #${track.issue}, as a quick change without a plan.`
      : `${job.task} of #${track.issue}${plan}, into \`${baseBranch(track)}\`.`,
    block(newestAnswer(manifest, "change")?.summary ?? ""),
    checkTable(track, checks, word),
    unreviewedLine(track),
    ciLine(ci),
    region.format("state", taskIsOpen),
    provenance(manifest),
    marker.format("task", `${track.issue}/${job.task}`),
  ];
  return region.format("body", parts.filter(Boolean).join("\n\n"));
}

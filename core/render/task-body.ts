import { newestAnswer } from "../check/answers-of.ts";
import { trackBranch } from "../codec/branches.ts";
import { marker } from "../codec/markers.ts";
import type { Scene, Verdict } from "../model/publication.ts";
import type { Track } from "../model/track.ts";
import { neutralise } from "../text/neutralise.ts";
import { checkTable } from "./health.ts";
import { provenance } from "./provenance.ts";
import { renderVerdict } from "./verdict.ts";

/** A task's pull request: what was done, how it was checked, and by whom. */
export function renderTask(scene: Scene<Track>, verdict: Verdict): string {
  const { track, job, manifest, checks } = scene;
  const plan = track.pull ? ` (plan #${track.pull})` : "";
  const isReviewed = track.config.reviewers.length > 0;
  return [
    `${job.task} of #${track.issue}${plan}, into \`${trackBranch.format(track)}\`.`,
    neutralise(newestAnswer(manifest, "change")?.summary ?? ""),
    checkTable(track, checks),
    isReviewed
      ? "**Next:** read the review below. It says whether this is ready."
      : `**Next:** review the changes. ${renderVerdict(scene, verdict)}`,
    provenance(manifest),
    marker.format("task", `${track.issue}/${job.task}`),
  ]
    .filter(Boolean)
    .join("\n\n");
}

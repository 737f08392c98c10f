import { newestAnswer } from "../../core/check/answers-of.ts";
import { rowOf } from "../../core/jobs/rows.ts";
import type { ClaimedJob } from "../../core/model/job.ts";
import type { Manifest } from "../../core/model/manifest.ts";
import type { Track } from "../../core/model/track.ts";
import { isSpecTarget, type SpecDraft } from "../../core/plan/draft-spec.ts";
import { openspecFolder } from "../../core/plan/spec-layout.ts";
import type { Ports } from "../ports.ts";
import type { Read } from "./read-for-publication.ts";

/** The spec that a report is, where its recipe says so; undefined for all others. */
export async function readNewSpec(
  { github, parse }: Ports,
  { track, job, recipes }: { track: Track; job: ClaimedJob } & Pick<Read, "recipes">,
  manifest: Manifest,
): Promise<SpecDraft | undefined> {
  const asked = rowOf(job).asked?.(track, job);
  const answer = newestAnswer(manifest, "report");
  if (!asked || !answer || !isSpecTarget(recipes[asked.recipe]?.to)) return undefined;
  const { folders } = await github.look({ folders: [{ path: openspecFolder, ref: job.base.sha }] });
  const layout = folders[0] ? "openspec" : "own";
  const made = await parse("new-spec", { folder: asked.text, report: answer.report, layout });
  return made.ok ? made.value : { path: "", text: "", problems: [{ path: "", message: made.message }] };
}

import { newestAnswer } from "../../core/check/answers-of.ts";
import { backlogFile, planPath } from "../../core/codec/paths.ts";
import { rowOf } from "../../core/jobs/rows.ts";
import type { ClaimedJob } from "../../core/model/job.ts";
import type { Manifest } from "../../core/model/manifest.ts";
import type { Track } from "../../core/model/track.ts";
import type { BacklogDraft } from "../../core/plan/draft-backlog.ts";
import type { Ports } from "../ports.ts";

/** The backlog of the job's base with what was proposed in place of a task; undefined for jobs that propose none. */
export async function readAmended(
  { github, parse }: Ports,
  { track, job }: { track: Track; job: ClaimedJob },
  manifest: Manifest,
): Promise<BacklogDraft | undefined> {
  const amends = rowOf(job).amends?.(track, job);
  const answer = amends && newestAnswer(manifest, "amendment");
  if (!answer) return undefined;
  const file = await github.readFile(`${planPath.folder(track)}/${backlogFile}`, job.base.sha);
  const { protected_paths: protectedPaths } = track.config;
  const made = await parse("amendment", {
    ...amends,
    text: file?.text ?? "",
    tasks: answer.tasks,
    protectedPaths,
  });
  return made.ok
    ? made.value
    : { text: "", problems: [{ path: backlogFile, message: made.message }], faults: [] };
}

import { newestAnswer } from "../../core/check/answers-of.ts";
import { jobKey } from "../../core/codec/keys.ts";
import { jobTrailer } from "../../core/codec/markers.ts";
import { backlogFile, planPath } from "../../core/codec/paths.ts";
import type { PublicationInput } from "../../core/jobs/row.ts";
import { rowOf } from "../../core/jobs/rows.ts";
import type { Base, ClaimedJob } from "../../core/model/job.ts";
import type { Manifest } from "../../core/model/manifest.ts";
import type { Track } from "../../core/model/track.ts";
import { withoutUndefined } from "../../core/model/without-undefined.ts";
import type { Ports } from "../ports.ts";

/** The backlog as it is now with what was proposed in place of a task; undefined for jobs that propose none. */
export async function readAmended(
  ports: Ports,
  { track, job }: { track: Track; job: ClaimedJob },
  manifest: Manifest,
): Promise<PublicationInput["amended"]> {
  const amends = rowOf(job).amends?.(track, job);
  const answer = amends && newestAnswer(manifest, "amendment");
  if (!answer) return undefined;
  const path = `${planPath.folder(track)}/${backlogFile}`;
  const base = await findMoved(ports, job);
  const read = async (sha: string) => (await ports.github.readFile(path, sha))?.text ?? "";
  const before = await read(job.base.sha);
  const texts = base ? { text: await read(base.sha), seen: before } : { text: before };
  const { protected_paths: protectedPaths } = track.config;
  const made = await ports.parse("amendment", {
    ...amends,
    ...texts,
    tasks: answer.tasks,
    protectedPaths,
  });
  const problems = made.ok ? [] : [{ path: backlogFile, message: made.message }];
  return made.ok ? withoutUndefined({ ...made.value, base }) : { text: "", problems, faults: [] };
}

/** What people made of the branch while the job ran; a commit that an earlier try of this very job made does not count. */
async function findMoved({ github }: Ports, job: ClaimedJob): Promise<Base | undefined> {
  const { branch, sha: old } = job.base;
  const now = await github.commit(branch);
  const isOurs = now !== undefined && jobTrailer.parse(now.message) === jobKey.format(job);
  const before = isOurs ? await github.commit(now.parents[0] ?? old) : now;
  return before && before.sha !== old ? { branch, sha: before.sha, tree: before.tree } : undefined;
}

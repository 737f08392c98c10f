import { createGit } from "../adapters/git/create-git.ts";
import { baseBranch } from "../core/codec/branches.ts";
import { isOnHead } from "../core/jobs/on-head.ts";
import type { Sha } from "../core/model/ids.ts";
import type { ClaimedJob } from "../core/model/job.ts";
import type { Track } from "../core/model/track.ts";

/** Where a task's own branch left the track's; undefined for a job that works on something else. */
export async function comparedTo(folder: string, track: Track, job: ClaimedJob): Promise<Sha | undefined> {
  if (!isOnHead(job)) return undefined;
  const git = createGit({ folder });
  return (await git("merge-base", job.base.sha, `origin/${baseBranch(track)}`)).trim();
}

import { taskBranch, trackBranch } from "../../core/codec/branches.ts";
import { GsdError } from "../../core/gsd-error.ts";
import type { TaskId } from "../../core/model/ids.ts";
import type { Track } from "../../core/model/track.ts";
import type { GitHubPort, NewPull, Pull } from "../../core/ports/github.ts";
import { taskCommit } from "../../core/render/commits.ts";
import { neutraliseLine } from "../../core/text/neutralise.ts";

/** Title and ends of the pull request of a task, or of the whole track. */
export function describePull(track: Track, task?: TaskId): Omit<NewPull, "body"> {
  const { issue, defaultBranch } = track;
  const branch = trackBranch.format(track);
  if (!task)
    return { title: `gsd: ${neutraliseLine(track.title)}`, head: branch, base: defaultBranch, draft: true };
  const subject = taskCommit(track, { issue, kind: "task", task, attempt: 1 }).split("\n")[0];
  return {
    title: neutraliseLine(subject ?? task),
    head: taskBranch.format({ issue, task }),
    base: branch,
    draft: false,
  };
}

/** Opens it; where GitHub does not let Actions open any, its body is kept, to be opened with later. */
export async function proposePull(
  github: GitHubPort,
  wanted: NewPull,
): Promise<{ pull: number } | { unopened: string }> {
  try {
    return { pull: (await openPull(github, wanted)).number };
  } catch (error) {
    if (!(error instanceof GsdError && error.code === "pulls-forbidden")) throw error;
    return { unopened: wanted.body };
  }
}

const mostTries = 4;

/** Opens a pull request, or finds the open one of that branch and brings its text up to date. */
export async function openPull(github: GitHubPort, wanted: NewPull): Promise<Pull> {
  let draft = wanted.draft;
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await github.createPull({ ...wanted, draft });
    } catch (error) {
      const code = error instanceof GsdError ? error.code : "";
      if (code !== "invalid" && code !== "unavailable") throw error;
      if (attempt + 1 >= mostTries) throw error;
      // Private repositories on free plans have no drafts.
      if (code === "invalid" && /draft/i.test((error as Error).message)) draft = false;
      else await github.pause(500 * 2 ** attempt);
      const found = await adoptPull(github, wanted);
      if (found) return found;
    }
  }
}

/** The open pull request of those ends, with its text brought up to date. */
export async function adoptPull(github: GitHubPort, wanted: NewPull): Promise<Pull | undefined> {
  const pulls = await github.pullsOf(wanted.head);
  const found = pulls.find((pull) => pull.state === "open" && pull.base === wanted.base);
  if (found) await github.updatePull(found.number, { title: wanted.title, body: wanted.body });
  return found;
}

import { checkpointTag } from "../../core/codec/branches.ts";
import type { Effect } from "../../core/model/effect.ts";
import type { Sha, TaskId } from "../../core/model/ids.ts";
import type { GitHubPort } from "../../core/ports/github.ts";
import { nothing, type Performer } from "../perform.ts";

/** The checkpoint tag of a task that a person merged by hand. */
export const tagTask: Performer<Extract<Effect, { type: "tag-task" }>> = {
  async perform({ ports, track, effect }) {
    await tagMerge(ports.github, { issue: track.issue, task: effect.task }, effect.sha);
    return nothing;
  },
};

/** Tags the merge of a task; a task that was rolled back and merged again takes its tag along. */
export async function tagMerge(
  github: GitHubPort,
  task: { issue: number; task: TaskId },
  sha: Sha,
): Promise<void> {
  const tag = `tags/${checkpointTag.format(task)}`;
  if ((await github.createRef(tag, sha)) === "exists") await github.updateRef(tag, sha, { force: true });
}

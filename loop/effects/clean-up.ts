import { checkpointTag } from "../../core/codec/branches.ts";
import { GsdError } from "../../core/gsd-error.ts";
import type { Effect } from "../../core/model/effect.ts";
import type { RefPlace } from "../../core/ports/github/git.ts";
import type { GitHubPort } from "../../core/ports/github.ts";
import { nothing, type Performer } from "../perform.ts";

/** Tags the merges of a track's tasks and removes the branches whose work is merged: all at once, or one by one where GitHub refuses that. */
export const cleanUp: Performer<Extract<Effect, { type: "clean-up" }>> = {
  async perform({ ports, track, effect }) {
    const { issue } = track;
    const tags = effect.tags.map(({ task, sha }) => ({
      name: `tags/${checkpointTag.format({ issue, task })}`,
      sha,
    }));
    const branches = effect.names.map((name) => ({ name: `heads/${name}`, sha: undefined }));
    if ((await ports.github.setRefs([...tags, ...branches])) === "set") return nothing;
    // The branches hold the merges until all tags do.
    await setEach(ports.github, tags);
    await setEach(ports.github, branches);
    return nothing;
  },
};

/** One that is refused (a protected branch) does not keep the others; it is told at the end. */
async function setEach(github: GitHubPort, places: RefPlace[]): Promise<void> {
  const refusals: string[] = [];
  for (const place of places) {
    try {
      await setOne(github, place);
    } catch (error) {
      if (!(error instanceof GsdError) || isPassing(error)) throw error;
      refusals.push(`\`${place.name.replace(/^(heads|tags)\//, "")}\`: ${error.message}`);
    }
  }
  if (refusals.length > 0) throw new GsdError("forbidden", refusals.join("; "));
}

function isPassing({ code }: GsdError): boolean {
  return code === "unavailable" || code === "rate-limited";
}

/** A task that was rolled back and merged again takes its tag along. */
async function setOne(github: GitHubPort, { name, sha }: RefPlace): Promise<void> {
  if (sha === undefined) return github.deleteRef(name);
  if ((await github.createRef(name, sha)) === "exists") await github.updateRef(name, sha, { force: true });
}

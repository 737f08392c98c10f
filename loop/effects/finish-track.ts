import { trackBranch } from "../../core/codec/branches.ts";
import { GsdError } from "../../core/gsd-error.ts";
import type { Effect } from "../../core/model/effect.ts";
import { archivePlan, changedSpecs, foldCapability, type ListedFile } from "../../core/plan/archive-plan.ts";
import type { GitHubPort, TreeEntry } from "../../core/ports/github.ts";
import { archiveMessage } from "../../core/render/commits.ts";
import { readyTrackBody } from "../../core/render/ready-body.ts";
import { trackStatus } from "../../core/render/statuses.ts";
import { nothing, type Performer, type Work } from "../perform.ts";

type FinishTrack = Extract<Effect, { type: "finish-track" }>;

/** The last commit of a track folds its spec changes in and archives its plan; then the pull request leaves draft. */
export const finishTrack: Performer<FinishTrack> = {
  async perform(work) {
    const { track, ports } = work;
    const { github } = ports;
    const sha = await archive(work);
    const pull = track.pull === undefined ? undefined : await github.pull(track.pull);
    // Nobody can delete a pull request: GitHub cannot show it yet.
    if (!pull) throw new GsdError("unavailable", `#${track.pull} cannot be read yet`);
    await github.updatePull(pull.number, { body: readyTrackBody(track) });
    if (pull.draft) await github.markReady(pull.nodeId);
    await github.setStatus({ sha, context: "gsd/track", state: "success", description: trackStatus() });
    return nothing;
  },
};

/** Idempotent by the branch itself: a plan that is not in its folder any more was archived. */
async function archive({ ports, track, entry }: Work<FinishTrack>): Promise<string> {
  const { github } = ports;
  const branch = trackBranch.format(track);
  const head = await github.commit(branch);
  if (!head)
    throw new GsdError(
      "no-branch",
      `the branch \`${branch}\` does not exist any more; restore it, then comment \`/resume\``,
    );
  const files = (await github.tree(head.tree)).filter(({ type }) => type === "blob");
  const { moved, spec } = archivePlan(files, track, entry.at.slice(0, 10));
  if (moved.length === 0) return head.sha;
  const entries = moved.flatMap(({ from, to, sha }): TreeEntry[] => [
    { path: to, mode: "100644", sha },
    { path: from, mode: "100644", sha: null },
  ]);
  const folded = spec ? await foldSpecs(github, spec, files) : [];
  const tree = await github.createTree(head.tree, [...entries, ...folded]);
  const commit = await github.createCommit({ message: archiveMessage(track), tree, parents: [head.sha] });
  await github.updateRef(`heads/${branch}`, commit, { force: false });
  return commit;
}

async function foldSpecs(github: GitHubPort, spec: ListedFile, files: ListedFile[]): Promise<TreeEntry[]> {
  const changed = changedSpecs(await github.blobText(spec.sha));
  if (!changed.ok) throw unfoldable(changed.problems);
  const entries: TreeEntry[] = [];
  for (const { capability, path } of changed.paths) {
    const current = files.find((file) => file.path === path);
    const text = current && (await github.blobText(current.sha));
    const folded = foldCapability(changed.deltas, capability, text);
    if (!folded.ok) throw unfoldable(folded.problems);
    entries.push({ path, mode: "100644", text: folded.text });
  }
  return entries;
}

function unfoldable(problems: { message: string }[]): GsdError {
  const words = problems.map(({ message }) => message).join("; ");
  return new GsdError(
    "spec-deltas",
    `the spec changes in SPEC.md do not fit specs/ (${words}); fix SPEC.md on the track branch`,
  );
}

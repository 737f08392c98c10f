import { trackBranch } from "../../core/codec/branches.ts";
import { GsdError } from "../../core/gsd-error.ts";
import type { Effect } from "../../core/model/effect.ts";
import { trackName } from "../../core/model/ids.ts";
import { foldSpec, readSpecDeltas } from "../../core/plan/fold-specs.ts";
import type { GitHubPort, TreeEntry } from "../../core/ports/github.ts";
import { readyTrackBody } from "../../core/render/bodies.ts";
import { archiveCommit } from "../../core/render/commits.ts";
import type { Performer, Work } from "../perform.ts";

type FinishTrack = Extract<Effect, { type: "finish-track" }>;

/** The last commit of a track folds its spec deltas in and archives its plan; then the pull request leaves draft. */
export const finishTrack: Performer<FinishTrack> = {
  async perform(work) {
    const { github } = work.ports;
    const sha = await archive(work);
    const pull = await github.pull(work.track!.pull!);
    // Nobody can delete a pull request: GitHub cannot show it yet.
    if (!pull) throw new GsdError("unavailable", `#${work.track!.pull} cannot be read`);
    await github.updatePull(pull.number, { body: readyTrackBody(work.track!) });
    if (pull.draft) await github.markReady(pull.nodeId);
    await github.setStatus({
      sha,
      context: "gsd/track",
      state: "success",
      description: "All tasks merged and verified",
    });
    return { sha };
  },
};

/** Idempotent by the branch itself: a plan that is not in `specs/changes/` any more was archived. */
async function archive({ ports, track, entry }: Work<FinishTrack>): Promise<string> {
  const { github } = ports;
  const branch = trackBranch.format(track!);
  const head = await github.commit(branch);
  if (!head)
    throw new GsdError(
      "no-branch",
      `the branch \`${branch}\` does not exist any more; restore it, then comment \`/resume\``,
    );
  const files = await github.tree(head.tree);
  const from = `specs/changes/${trackName(track!)}/`;
  const plan = files.filter((file) => file.type === "blob" && file.path.startsWith(from));
  if (plan.length === 0) return head.sha;
  const to = `specs/archive/${entry.at.slice(0, 10)}-${trackName(track!)}/`;
  const moved = plan.flatMap((file): TreeEntry[] => [
    { path: to + file.path.slice(from.length), mode: "100644", sha: file.sha },
    { path: file.path, mode: "100644", sha: null },
  ]);
  const spec = plan.find((file) => file.path === `${from}SPEC.md`);
  const folded = spec ? await foldSpecs(github, spec.sha, files) : [];
  const tree = await github.createTree(head.tree, [...moved, ...folded]);
  const commit = await github.createCommit({ message: archiveCommit(track!), tree, parents: [head.sha] });
  await github.updateRef(`heads/${branch}`, commit, { force: false });
  return commit;
}

async function foldSpecs(
  github: GitHubPort,
  specSha: string,
  files: { path: string; sha: string }[],
): Promise<TreeEntry[]> {
  const { deltas, problems } = readSpecDeltas(await github.blobText(specSha));
  if (problems.length > 0) throw unfoldable(problems.map((problem) => problem.message));
  const entries: TreeEntry[] = [];
  for (const capability of new Set(deltas.map((delta) => delta.capability))) {
    const path = `specs/${capability}/spec.md`;
    const current = files.find((file) => file.path === path);
    const text = current && (await github.blobText(current.sha));
    const folded = foldSpec(
      text,
      capability,
      deltas.filter((delta) => delta.capability === capability),
    );
    if (!folded.ok) throw unfoldable(folded.problems.map((problem) => problem.message));
    entries.push({ path, mode: "100644", text: folded.text });
  }
  return entries;
}

function unfoldable(problems: string[]): GsdError {
  return new GsdError(
    "spec-deltas",
    `the spec changes of SPEC.md do not fit specs/ (${problems.join("; ")}); mend SPEC.md on the track branch`,
  );
}

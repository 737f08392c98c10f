import { trackBranch } from "../../core/codec/branches.ts";
import { backlogFile, planPath } from "../../core/codec/paths.ts";
import { GsdError } from "../../core/gsd-error.ts";
import type { Effect } from "../../core/model/effect.ts";
import type { Sha } from "../../core/model/ids.ts";
import type { Track } from "../../core/model/track.ts";
import { openspecFolder } from "../../core/plan/spec-layout.ts";
import type { CommitAt } from "../../core/ports/github/git.ts";
import type { Pull } from "../../core/ports/github/pulls.ts";
import type { GitHubPort } from "../../core/ports/github.ts";
import { archiveMessage } from "../../core/render/commits.ts";
import { trackStatus } from "../../core/render/statuses.ts";
import type { Performer } from "../perform.ts";
import { archiveTrack } from "./archive-track.ts";
import type { SeenBranch } from "./archiving.ts";

/** The last commit of a track folds its spec changes in and archives its plan; then the pull request leaves draft. */
export const finishTrack: Performer<Extract<Effect, { type: "finish-track" }>> = {
  async perform({ ports, track, entry, effect }) {
    const { github } = ports;
    const { pull, ...seen } = await lookAtTrack(github, track);
    if (!isVerified(track, seen.head))
      throw new GsdError("head-moved", `\`${trackBranch.format(track)}\` changed after it was verified.`);
    const sha = await archiveTrack({ ports, track, day: effect.day ?? entry.at.slice(0, 10) }, seen);
    if (pull.draft) await github.markReady(pull.nodeId);
    await github.setStatus({
      sha,
      context: "gsd/track",
      state: "success",
      description: trackStatus("success", track),
    });
    const on = sha === seen.head.sha ? archivedOn(track, seen.head) : seen.head.sha;
    return on === undefined ? { type: "finished", head: sha } : { type: "finished", head: sha, on };
  },
};

/** What our last commit was made on, where that is the head already. */
function archivedOn(track: Track, { parents, message }: CommitAt): Sha | undefined {
  return message.split("\n")[0] === archiveMessage(track) ? parents[0] : undefined;
}

/** Whether nothing but our own last commit came after what was verified. */
function isVerified(track: Track, { sha, parents, message }: CommitAt): boolean {
  const { head } = track.verification;
  if (head === undefined || sha === head) return true;
  return parents.includes(head) && message.split("\n")[0] === archiveMessage(track);
}

/** All that says what is left to do, in one request. */
async function lookAtTrack(github: GitHubPort, track: Track): Promise<SeenBranch & { pull: Pull }> {
  const branch = trackBranch.format(track);
  const path = planPath.folder(track);
  const { approved } = track.plan;
  const commit = approved?.head ?? branch;
  const answer = await github.look({
    commits: [branch],
    folders: [
      { path, ref: branch },
      { path, ref: commit },
      { path: openspecFolder, ref: branch },
    ],
    files: [{ path: `${path}/SPEC.md`, ref: commit }],
    pulls: track.pull === undefined ? [] : [track.pull],
  });
  const [head] = answer.commits;
  if (!head)
    throw new GsdError(
      "no-branch",
      `the branch \`${branch}\` does not exist any more; restore it, then comment \`/resume\``,
    );
  const [pull] = answer.pulls;
  // Nobody can delete a pull request: GitHub cannot show it yet.
  if (!pull) throw new GsdError("unavailable", `#${track.pull} cannot be read yet`);
  const [folder, plan, openspec] = answer.folders;
  const [spec] = answer.files;
  // One that was archived before is not needed any more.
  const isThere = folder?.entries.some(({ name }) => name === backlogFile);
  if (isThere && plan?.sha !== approved?.tree)
    throw new GsdError(
      "text-changed",
      `the plan as it was approved cannot be read any more; comment \`/approve\` for the one that is on \`${branch}\``,
    );
  const layout = openspec ? "openspec" : "own";
  return { head, folder, layout, approved: { commit, folder: plan, spec }, pull };
}

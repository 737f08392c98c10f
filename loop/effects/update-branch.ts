import { baseBranch, taskBranch, trackBranch } from "../../core/codec/branches.ts";
import { jobKey } from "../../core/codec/keys.ts";
import { jobTrailer, updateTrailer } from "../../core/codec/markers.ts";
import { isSameDiff } from "../../core/decide/is-same-diff.ts";
import { GsdError } from "../../core/gsd-error.ts";
import type { Effect } from "../../core/model/effect.ts";
import type { Sha } from "../../core/model/ids.ts";
import type { Track } from "../../core/model/track.ts";
import type { CommitAt } from "../../core/ports/github/git.ts";
import { unfoldMessage, updateMessage } from "../../core/render/commits.ts";
import type { Performer, Work } from "../perform.ts";

type UpdateBranch = Extract<Effect, { type: "update-branch" }>;

/** Merges one branch into another of ours, as a merge commit that GitHub makes: nothing is forced, and nothing checked out. */
export const updateBranch: Performer<UpdateBranch> = {
  /** Our own merge carries the effect's key. */
  async probe(work) {
    const { head } = await lookAtBoth(work);
    const base = updateTrailer.parse(head.message) === work.entry.key ? head.parents[1] : undefined;
    if (base === undefined) return undefined;
    // Our last commit was taken back before that.
    const unfolded = work.effect.task === undefined && work.track.folded !== undefined;
    return unfolded
      ? { type: "updated", base, head: head.sha, unfolded: true }
      : { type: "updated", base, head: head.sha };
  },
  async perform(work) {
    const { github } = work.ports;
    const { into } = endsOf(work);
    const { base, head } = await lookAtBoth(work);
    const unfolded = await unfold(work, head);
    const mark = unfolded === undefined ? {} : { unfolded: true as const };
    const now = unfolded ?? head.sha;
    const merge = await github.mergeBranch({ into, sha: base.sha, message: messageOf(work) });
    if (merge === "conflict") return { type: "conflicted", base: base.sha, head: now, ...mark };
    if (merge === "nothing") return { type: "updated", base: base.sha, head: now, ...mark };
    const same =
      work.effect.task !== undefined && (await keepsDiff(work, { base, before: head.sha, after: merge.sha }));
    const kept = same ? { sameDiff: true as const } : {};
    return { type: "updated", base: base.sha, head: merge.sha, ...mark, ...kept };
  },
};

/** Whether a task's pull request shows the same changes as before its branch was brought up to date. */
async function keepsDiff(
  { ports: { github } }: Work<UpdateBranch>,
  { base, before, after }: { base: CommitAt; before: Sha; after: Sha },
): Promise<boolean> {
  const [old, now] = [await github.compare(base.sha, before), await github.compare(base.sha, after)];
  return isSameDiff(old?.files, now?.files);
}

/**
 * Takes our own last commit back, where it is the newest: what it made of the specs is made anew once the default branch is
 * merged, so that nothing is folded into a spec that is out of date, and specs never conflict with themselves.
 */
async function unfold(
  { ports, track, effect }: Work<UpdateBranch>,
  head: CommitAt,
): Promise<Sha | undefined> {
  const { folded } = track;
  if (effect.task !== undefined || folded?.commit !== head.sha) return undefined;
  const { github } = ports;
  const { commits } = await github.look({ commits: [folded.on] });
  const [before] = commits;
  if (!before) return undefined;
  const message = unfoldMessage(track);
  const commit = await github.createCommit({ message, tree: before.tree, parents: [head.sha] });
  await github.updateRef(`heads/${trackBranch.format(track)}`, commit, { force: false });
  return commit;
}

function endsOf({ track, effect: { task } }: Pick<Work<UpdateBranch>, "track" | "effect">) {
  const branch = trackBranch.format(track);
  return task === undefined
    ? { from: track.defaultBranch, into: branch }
    : { from: baseBranch(track), into: taskBranch.format({ issue: track.issue, task }) };
}

async function lookAtBoth(work: Work<UpdateBranch>): Promise<{ base: CommitAt; head: CommitAt }> {
  const { from, into } = endsOf(work);
  const { commits } = await work.ports.github.look({ commits: [from, into] });
  const [base, head] = commits;
  if (base && head) return { base, head };
  throw new GsdError("no-branch", `the branch \`${base ? into : from}\` does not exist any more`);
}

function messageOf(work: Work<UpdateBranch>): string {
  const { track, effect, entry } = work;
  const message = updateMessage({ ...endsOf(work), key: entry.key });
  const ours = effect.task === undefined ? undefined : trailerOf(track, effect.task);
  return ours === undefined ? message : `${message}\n${ours}`;
}

/** By which the task's next job knows the branch as its own; where people have pushed to it, it is not. */
function trailerOf(track: Track, task: NonNullable<UpdateBranch["task"]>): string | undefined {
  const known = track.tasks[task];
  if (known?.proposal?.handsOff !== false) return undefined;
  return jobTrailer.format(jobKey.format({ issue: track.issue, kind: "task", task, attempt: known.runs }));
}

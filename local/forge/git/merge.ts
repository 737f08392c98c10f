import { type GitRepo, mustCommit, remember, writeCommit } from "./git-repo.ts";
import { commitsBetween, isAncestor, mergeBase } from "./history.ts";
import type { Signature } from "./objects.ts";
import { runGit } from "./run-git.ts";

/** The tree of merging two commits; undefined when they conflict or share no history. */
export function mergeTree(repo: GitRepo, ours: string, theirs: string): string | undefined {
  if (isAncestor(repo, ours, theirs)) return mustCommit(repo, theirs).tree;
  if (isAncestor(repo, theirs, ours)) return mustCommit(repo, ours).tree;
  return remember(repo, `merge-tree ${ours} ${theirs}`, () => {
    if (!mergeBase(repo, ours, theirs)) return undefined;
    const result = runGit(["--git-dir", repo.dir, "merge-tree", "--write-tree", ours, theirs]);
    return result.status === 0 ? result.stdout.toString("utf8").split("\n")[0] : undefined;
  });
}

/**
 * Replays the commits of `head` on `base`. git 2.39 has no `merge-tree --merge-base`: a stand-in commit with the tree
 * so far and the replayed commit's parent makes that parent the merge base.
 */
export function rebase(
  repo: GitRepo,
  base: string,
  head: string,
  committer: Signature,
): { head: string } | undefined {
  let tip = base;
  for (const sha of commitsBetween(repo, base, head)) {
    const commit = mustCommit(repo, sha);
    if (commit.parents.length !== 1) continue;
    const standIn = writeCommit(repo, { ...commit, tree: mustCommit(repo, tip).tree });
    const tree = mergeTree(repo, standIn, sha);
    if (!tree) return undefined;
    tip = writeCommit(repo, { ...commit, tree, parents: [tip], committer });
  }
  return { head: tip };
}

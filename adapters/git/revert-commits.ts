import { assertSha, createGit, type Git } from "./create-git.ts";

/** A commit that later work keeps from being undone, with the files that both changed. */
export interface LeftCommit {
  sha: string;
  files: string[];
}

/** What was undone, newest first, and what was left as it is. */
export interface Reversal {
  reverted: string[];
  left: LeftCommit[];
}

/** What comes back goes where it was, also where the files beside it were moved: git would ask about each. */
const config = ["-c", "merge.directoryRenames=false"];

/**
 * Undoes commits in the work tree and the index, the newest first, without committing. A merge commit is undone against its
 * first parent. What conflicts is left as it is, with its files; everything else is undone all the same.
 */
export async function revertCommits(folder: string, shas: readonly string[]): Promise<Reversal> {
  shas.forEach(assertSha);
  const git = createGit({ folder });
  const reversal: Reversal = { reverted: [], left: [] };
  let tree = (await git("rev-parse", "HEAD^{tree}")).trim();
  for (const sha of await newestFirst(git, [...new Set(shas)])) {
    try {
      await git(...config, "revert", "--no-commit", "--mainline=1", sha);
      tree = (await git("write-tree")).trim();
      reversal.reverted.push(sha);
    } catch (error) {
      const files = (await git("diff", "--name-only", "--diff-filter=U", "-z")).split("\0").filter(Boolean);
      await git("read-tree", "--reset", "-u", tree);
      if (files.length === 0) throw error;
      reversal.left.push({ sha, files: [...new Set(files)] });
    }
  }
  // `revert --no-commit` leaves a note that an operation is under way.
  await git("revert", "--quit");
  return reversal;
}

/** As history has them: tasks that do not need each other may be merged in any order. */
async function newestFirst(git: Git, shas: readonly string[]): Promise<readonly string[]> {
  if (shas.length < 2) return shas;
  const history = (await git("rev-list", "--topo-order", ...shas)).split("\n");
  const place = new Map(history.map((sha, index) => [sha, index]));
  return shas.toSorted((a, b) => (place.get(a) ?? 0) - (place.get(b) ?? 0));
}

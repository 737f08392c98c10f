import { assertSha, createGit } from "./create-git.ts";

export type RevertResult = { ok: true } | { ok: false; sha: string; files: string[] };

/**
 * Undoes commits in the work tree, in the order given, without committing. A merge commit is undone against its first
 * parent unless told otherwise. On a conflict the tree is put back as it was and the files in conflict are returned.
 */
export async function revertCommits(
  folder: string,
  shas: string[],
  options: { mainline?: number } = {},
): Promise<RevertResult> {
  shas.forEach(assertSha);
  const git = createGit({ folder });
  const start = (await git("rev-parse", "HEAD")).trim();
  for (const sha of shas) {
    const parents = (await git("rev-list", "--parents", "--max-count=1", sha)).trim().split(" ").length - 1;
    const mainline = parents > 1 ? [`--mainline=${options.mainline ?? 1}`] : [];
    try {
      await git("revert", "--no-commit", ...mainline, sha);
    } catch (error) {
      const files = (await git("diff", "--name-only", "--diff-filter=U", "-z")).split("\0").filter(Boolean);
      await git("revert", "--quit");
      await git("reset", "--hard", start);
      if (files.length === 0) throw error;
      return { ok: false, sha, files };
    }
  }
  // `revert --no-commit` leaves a note that an operation is under way.
  await git("revert", "--quit");
  return { ok: true };
}

import { assertSha, createGit } from "./create-git.ts";

/** `missing`: the commit, or its parent, is not in this clone. */
export type ApplyResult = "applied" | "conflict" | "missing";

/**
 * Puts one commit's change into a clean work tree, by a three-way merge, without committing. When it does not fit, the
 * tree is left as it was.
 */
export async function applyCommit(folder: string, sha: string): Promise<ApplyResult> {
  assertSha(sha);
  const git = createGit({ folder });
  const known = await git("rev-parse", "--verify", `${sha}^1^{tree}`).then(
    () => true,
    () => false,
  );
  if (!known) return "missing";
  const start = (await git("rev-parse", "HEAD")).trim();
  try {
    await git("cherry-pick", "--no-commit", sha);
  } catch (error) {
    const files = (await git("diff", "--name-only", "--diff-filter=U", "-z")).split("\0").filter(Boolean);
    await git("cherry-pick", "--quit");
    await git("reset", "--hard", start);
    if (files.length === 0) throw error;
    return "conflict";
  }
  await git("cherry-pick", "--quit");
  // As if somebody had just made the changes: nothing is staged.
  await git("reset", "--quiet");
  return "applied";
}

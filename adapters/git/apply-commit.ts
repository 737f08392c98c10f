import { assertSha, createGit } from "./create-git.ts";

/** `missing`: the commit, or its parent, is not in this clone. */
export type ApplyResult = "applied" | "conflict" | "missing";

/**
 * Puts into a clean work tree what a branch has changed, up to this commit, since it left the one that is checked out: by a
 * three-way merge, without committing. When it does not fit, the tree is left as it was.
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
  // It commits nothing, and git asks all the same who would. A conflict is told by the files that it leaves.
  const failure = await git(
    "-c",
    "user.name=gsd",
    "-c",
    "user.email=gsd@localhost",
    "merge",
    "--squash",
    sha,
  ).then(
    () => undefined,
    (error: unknown) => error,
  );
  const files = (await git("diff", "--name-only", "--diff-filter=U", "-z")).split("\0").filter(Boolean);
  if (failure || files.length > 0) await git("reset", "--hard", start);
  if (files.length > 0) return "conflict";
  if (failure) throw failure;
  // As if somebody had just made the changes: nothing is staged.
  await git("reset", "--quiet");
  return "applied";
}

import { assertSha, createGit } from "./create-git.ts";

/** Which of these paths are regular files of a commit. Git takes them as they are, not as patterns. */
export async function findFiles(
  repository: string,
  commit: string,
  paths: readonly string[],
): Promise<ReadonlySet<string>> {
  assertSha(commit);
  if (paths.length === 0) return new Set();
  const git = createGit({ folder: repository });
  const listing = await git("ls-tree", "-z", "--full-tree", commit, "--", ...paths);
  const rows = listing.split("\0").filter((row) => row.startsWith("100"));
  return new Set(rows.map((row) => row.slice(row.indexOf("\t") + 1)));
}

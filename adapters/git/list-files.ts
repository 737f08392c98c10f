import type { Git } from "./create-git.ts";

/** What a commit has at a path. */
export interface CommitEntry {
  mode: string;
  sha: string;
  size: number;
}

/** Every path of a commit. */
export async function listCommit(git: Git, commit: string): Promise<Map<string, CommitEntry>> {
  const listing = await git("ls-tree", "-r", "-l", "-z", "--full-tree", commit);
  return new Map(
    listing
      .split("\0")
      .filter(Boolean)
      .map((line) => {
        const [head, path] = [line.slice(0, line.indexOf("\t")), line.slice(line.indexOf("\t") + 1)];
        const [mode, , sha, size] = head.split(/ +/) as [string, string, string, string];
        return [path, { mode, sha, size: Number(size) }] as const;
      }),
  );
}

/** Every file that is not in the index and not ignored: all that are not ignored, when the index is empty. */
export async function listUntracked(git: Git): Promise<string[]> {
  return (await git("ls-files", "--others", "--exclude-standard", "-z")).split("\0").filter(Boolean);
}

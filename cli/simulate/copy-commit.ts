import { pathToFileURL } from "node:url";
import { GsdError } from "../../core/gsd-error.ts";
import type { Clone } from "../open-clone.ts";
import { ownGit } from "../own-git.ts";

/** Copies the commit that is checked out, and nothing before it, into a bare repository of one branch. */
export async function copyCommit(
  { root, head }: Clone,
  to: { folder: string; branch: string },
): Promise<void> {
  const git = ownGit(to.folder);
  try {
    await git.raw("init", "--quiet", "--bare");
    await git.raw("fetch", "--quiet", "--depth=1", "--no-tags", pathToFileURL(root).href, "HEAD");
    const who = ["-c", "user.name=gsd", "-c", "user.email=gsd@localhost"];
    const message = `The repository at ${head.slice(0, 12)}`;
    const commit = await git.raw(...who, "commit-tree", "FETCH_HEAD^{tree}", "-m", message);
    await git.raw("update-ref", `refs/heads/${to.branch}`, commit.trim());
    await git.raw("symbolic-ref", "HEAD", `refs/heads/${to.branch}`);
  } catch (error) {
    const words = error instanceof Error ? error.message.trim() : String(error);
    throw new GsdError("git", `${root} cannot be copied: ${words}`, { cause: error });
  }
}

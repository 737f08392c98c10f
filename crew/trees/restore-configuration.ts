import { join } from "node:path";
import picomatch from "picomatch";
import { createScratch } from "../../adapters/create-scratch.ts";
import { assertSha, createGit, type Git } from "../../adapters/git/create-git.ts";
import { listCommit, listUntracked } from "../../adapters/git/list-files.ts";
import { allConfigFiles } from "../engines/config-files.ts";
import { clearWay, removePath } from "./clear-way.ts";

/** Names are compared without regard to case: on some disks `claude.md` is `CLAUDE.md`. */
const isConfiguration = picomatch([...allConfigFiles], { dot: true, nocase: true });

/**
 * Puts the agents' configuration in a work tree back to a commit: what the commit has is written, what it lacks is
 * removed. The paths touched are returned. Only files are changed, neither the repository's index nor its branch.
 */
export async function restoreConfiguration(folder: string, base: string): Promise<string[]> {
  assertSha(base);
  await using scratch = await createScratch("index");
  const git = createGit({ folder, index: join(scratch.path, "index") });
  const wanted = await listCommit(git, base);
  // Both: a branch can ignore what it holds. The index is empty, so all files that are not ignored are untracked.
  const present = new Set([
    ...(await listCommit(git, "HEAD")).keys(),
    ...(await listUntracked(git)),
    ...(await listIgnored(git)),
  ]);
  const foreign = [...present].filter((path) => isConfiguration(path) && !wanted.has(path));
  for (const path of foreign) await removePath(folder, path);

  const kept = [...wanted].filter(([path, { mode }]) => isConfiguration(path) && mode !== "160000");
  const paths = kept.map(([path]) => path);
  for (const path of paths) await clearWay(folder, path);
  if (paths.length > 0) {
    await git("read-tree", base);
    for (let start = 0; start < paths.length; start += 200)
      await git("checkout-index", "--force", "--", ...paths.slice(start, start + 200));
  }
  return [...foreign, ...paths].sort();
}

/** What is ignored, folders as a whole: a package's install script may have written it. What packages hold inside is their own. */
export async function listIgnored(git: Git): Promise<string[]> {
  const listing = await git("ls-files", "--others", "--ignored", "--exclude-standard", "--directory", "-z");
  return listing
    .split("\0")
    .filter(Boolean)
    .map((path) => path.replace(/\/$/, ""));
}

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createScratch } from "../create-scratch.ts";
import { assertSha, createGit, type Git } from "./create-git.ts";
import type { ChangeSet } from "./describe-changes.ts";
import { cutPatch, plainDiff } from "./diff-against.ts";

/** What is changed; `from` is where the patch begins, where that is not the base. */
type Changed = Pick<ChangeSet, "changes" | "contents"> & { from?: string | undefined };

/**
 * A change set as a patch against its base, of at most `maxBytes`. Made of the contents alone, in an index of its own:
 * nothing in a work tree counts.
 */
export async function diffChanges(
  folder: string,
  base: string,
  { changes, contents, from = base }: Changed,
  maxBytes = 60_000,
): Promise<string> {
  assertSha(base);
  assertSha(from);
  if (changes.length === 0 && from === base) return "";
  await using scratch = await createScratch("diff");
  const git = createGit({ folder, index: join(scratch.path, "index") });
  await fillIndex(git, base, { changes, contents }, scratch.path);
  const patch = await git("diff", "--cached", ...plainDiff, from);
  return cutPatch(patch, maxBytes, () => git("diff", "--cached", ...plainDiff, "--stat=120", from));
}

/** Puts a change set on top of its base, in the index that `git` was given. */
export async function fillIndex(
  git: Git,
  base: string,
  { changes, contents }: Pick<ChangeSet, "changes" | "contents">,
  folder: string,
): Promise<void> {
  await git("read-tree", base);
  const blobs = await writeBlobs(git, folder, contents);
  for (const change of changes) {
    if ("deleted" in change) await git("update-index", "--force-remove", "--", change.path);
    else {
      const blob = blobs.get(change.sha256) ?? "";
      // A file in the place of a folder, or the other way round, takes its place.
      await git("update-index", "--add", "--replace", "--cacheinfo", `${change.mode},${blob},${change.path}`);
    }
  }
}

/** Contents as objects of the repository: git's names by sha256. */
async function writeBlobs(
  git: Git,
  folder: string,
  contents: ReadonlyMap<string, Buffer>,
): Promise<Map<string, string>> {
  const blobs = new Map<string, string>();
  for (const [sha256, content] of contents) {
    const file = join(folder, sha256);
    await writeFile(file, content);
    blobs.set(sha256, (await git("hash-object", "-w", "--no-filters", "--", file)).trim());
  }
  return blobs;
}

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createScratch, type Scratch } from "../create-scratch.ts";
import { assertSha, createGit, type Git } from "./create-git.ts";
import type { ChangeSet } from "./describe-changes.ts";
import { createPlainGit, cutPatch, plainDiff } from "./diff-against.ts";

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
  const tree = await writeTree({ folder, base, scratch }, { changes, contents });
  const git = createPlainGit(folder, scratch);
  const patch = await git("diff", ...plainDiff, from, tree);
  return await cutPatch(patch, maxBytes, () => git("diff", ...plainDiff, "--stat=120", from, tree));
}

/** A change set on top of its base, as a tree of the repository. */
export async function writeTree(
  { folder, base, scratch }: { folder: string; base: string; scratch: Scratch },
  { changes, contents }: Pick<ChangeSet, "changes" | "contents">,
): Promise<string> {
  const git = createGit({ folder, tree: scratch.path, index: join(scratch.path, "index") });
  await git("read-tree", base);
  const blobs = await writeBlobs(git, scratch.path, contents);
  const gone = changes.filter((change) => "deleted" in change);
  const lines = [
    ...gone.map(({ path }) => `0 ${"0".repeat(40)}\t${path}\0`),
    // A file in the place of a folder, or the other way round, takes its place.
    ...changes.flatMap((change) =>
      "deleted" in change ? [] : [`${change.mode} ${blobs.get(change.sha256) ?? ""}\t${change.path}\0`],
    ),
  ];
  await git.feed(lines.join(""), "update-index", "-z", "--index-info");
  return (await git("write-tree")).trim();
}

/** Contents as objects of the repository: git's names by sha256. */
async function writeBlobs(
  git: Git,
  folder: string,
  contents: ReadonlyMap<string, Buffer>,
): Promise<Map<string, string>> {
  for (const [sha256, content] of contents) await writeFile(join(folder, sha256), content);
  const files = [...contents.keys()];
  const paths = files.map((sha256) => `${join(folder, sha256)}\n`).join("");
  const names = await git.feed(paths, "hash-object", "-w", "--no-filters", "--stdin-paths");
  const blobs = names.toString().split("\n");
  return new Map(files.map((sha256, index) => [sha256, blobs[index] ?? ""]));
}

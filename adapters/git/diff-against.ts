import { join } from "node:path";
import { isLockfile } from "../../core/detect/dependency-files.ts";
import { createScratch, type Scratch } from "../create-scratch.ts";
import { assertSha, createGit, type Git } from "./create-git.ts";

/** How every patch is made: by git alone, whatever the repository's settings say. */
export const plainDiff = ["--no-ext-diff", "--no-textconv", "--no-color", "--find-renames"] as const;

/**
 * For what is read from commits alone: the work tree is empty and so is the index. So no attribute decides what a patch shows:
 * with `* -diff` a change could hide itself from whoever reviews it.
 */
export function createPlainGit(folder: string, scratch: Scratch): Git {
  return createGit({ folder, tree: scratch.path, index: join(scratch.path, "none") });
}

/** What the checked-out commit adds to `base` since they parted, as a patch of at most `maxBytes`. */
export function diffAgainst(folder: string, base: string, maxBytes = 60_000): Promise<string> {
  return diff(folder, { base, head: "HEAD" }, maxBytes);
}

/** The same for another commit than the one that is checked out. */
export function diffBetween(folder: string, base: string, head: string): Promise<string> {
  assertSha(head);
  return diff(folder, { base, head }, 60_000);
}

async function diff(
  folder: string,
  { base, head }: { base: string; head: string },
  maxBytes: number,
): Promise<string> {
  assertSha(base);
  await using scratch = await createScratch("diff");
  const git = createPlainGit(folder, scratch);
  // A shallow clone may not hold the common ancestor: then the base itself has to do.
  const from = (await git("merge-base", base, head).catch(() => base)).trim() || base;
  const patch = await git("diff", ...plainDiff, from, head);
  return await cutPatch(patch, maxBytes, () => git("diff", ...plainDiff, "--stat=120", from, head));
}

/** A patch that is too long ends with the list of what it changes. Lockfiles come last: nobody reads them line by line. */
export async function cutPatch(
  patch: string,
  maxBytes: number,
  stat: () => Promise<string>,
): Promise<string> {
  if (Buffer.byteLength(patch) <= maxBytes) return patch;
  const parts = patch.split(/^(?=diff --git )/m);
  const isLock = (part: string) => isLockfile(/^diff --git .* b\/(.*)$/m.exec(part)?.[1] ?? "");
  const ordered = [...parts.filter((part) => !isLock(part)), ...parts.filter(isLock)].join("");
  const bytes = Buffer.from(ordered);
  const kept = bytes.subarray(0, bytes.lastIndexOf("\n", maxBytes) + 1).toString();
  const files = (await stat()).slice(0, 8_000);
  return `${kept}\n[cut: ${kept.length} of ${bytes.length} bytes shown; all changed files:]\n${files}`;
}

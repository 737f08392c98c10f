import { isLockfile } from "../../core/detect/dependency-files.ts";
import { assertSha, createGit } from "./create-git.ts";

/** How every patch is made: by git alone, whatever the repository's settings say. */
export const plainDiff = ["--no-ext-diff", "--no-textconv", "--no-color", "--find-renames"] as const;

/** What the checked-out commit adds to `base` since they parted, as a patch of at most `maxBytes`. */
export async function diffAgainst(folder: string, base: string, maxBytes = 60_000): Promise<string> {
  assertSha(base);
  const git = createGit({ folder });
  // A shallow clone may not hold the common ancestor: then the base itself has to do.
  const from = (await git("merge-base", base, "HEAD").catch(() => base)).trim() || base;
  const patch = await git("diff", ...plainDiff, from, "HEAD");
  return cutPatch(patch, maxBytes, () => git("diff", ...plainDiff, "--stat=120", from, "HEAD"));
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

import { assertSha, createGit } from "./create-git.ts";

/** What the checked-out commit adds to `base` since they parted, as a patch of at most `maxBytes`. */
export async function diffAgainst(folder: string, base: string, maxBytes = 60_000): Promise<string> {
  assertSha(base);
  const git = createGit({ folder });
  // A shallow clone may not hold the common ancestor: then the base itself has to do.
  const from = (await git("merge-base", base, "HEAD").catch(() => base)).trim() || base;
  const plain = ["--no-ext-diff", "--no-textconv", "--no-color", "--find-renames"];
  const patch = await git("diff", ...plain, from, "HEAD");
  const bytes = Buffer.from(patch);
  if (bytes.length <= maxBytes) return patch;

  const kept = bytes.subarray(0, bytes.lastIndexOf("\n", maxBytes) + 1).toString();
  const stat = await git("diff", ...plain, "--stat=120", from, "HEAD");
  return `${kept}\n[cut: ${kept.length} of ${bytes.length} bytes shown; all changed files:]\n${stat.slice(0, 8_000)}`;
}

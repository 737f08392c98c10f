import { assertSha, createGit } from "./create-git.ts";

/** A lockfile is looked at for its hosts only: its beginning will do. */
const longest = 2_000_000;
/** Files beyond this are named and not read. */
const largest = 20_000_000;

/**
 * Plain files of a commit, by their path. Read from the commit and not from the work tree, so that nothing
 * that a branch or a command left there counts, nor a link.
 */
export async function readRootFiles(
  folder: string,
  commit: string,
  names: readonly string[],
): Promise<Record<string, string>> {
  assertSha(commit);
  const git = createGit({ folder });
  const listing = await git("ls-tree", "-l", "-z", "--full-tree", commit, "--", ...names);
  const files: Record<string, string> = {};
  for (const line of listing.split("\0").filter(Boolean)) {
    const [mode = "", , sha = "", size = ""] = line.slice(0, line.indexOf("\t")).split(/ +/);
    const name = line.slice(line.indexOf("\t") + 1);
    // A name that is a folder there is listed as one.
    if (!mode.startsWith("100") || !names.includes(name)) continue;
    const text = Number(size) > largest ? "" : await git("cat-file", "blob", sha);
    files[name] = text.slice(0, longest);
  }
  return files;
}

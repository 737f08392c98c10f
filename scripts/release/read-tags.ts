import { runGit } from "./run-git.ts";

/** The commits of a repository's tags, by name; an annotated one counts by what it points to. */
export function readTags(
  root: string,
  remote: string,
  env: Record<string, string> = {},
): Map<string, string> {
  const tags = new Map<string, string>();
  for (const line of runGit(root, ["ls-remote", "--tags", remote], env).split("\n").filter(Boolean)) {
    const [sha = "", ref = ""] = line.split("\t");
    // The line with ^{} comes after the tag's own, and wins.
    tags.set(ref.replace("refs/tags/", "").replace("^{}", ""), sha);
  }
  return tags;
}

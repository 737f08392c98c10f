import type { Sha } from "../../core/model/ids.ts";
import type { FileAtRef } from "../../core/ports/github/git.ts";
import type { GitHubPort } from "../../core/ports/github.ts";

/** Files of one request: as much as GitHub's GraphQL answers without complaint. */
const mostFiles = 50;

/** Reads many files of a branch or commit, in the order of their paths, and says at which commit. */
export async function readFiles(
  github: GitHubPort,
  paths: string[],
  ref: string,
): Promise<{ files: (FileAtRef | undefined)[]; commit: Sha | undefined }> {
  const found: (FileAtRef | undefined)[] = [];
  let commit: Sha | undefined;
  for (let start = 0; start < paths.length; start += mostFiles) {
    const files = paths.slice(start, start + mostFiles).map((path) => ({ path, ref }));
    const answer = await github.look({ files, commits: [ref] });
    found.push(...answer.files);
    commit = answer.commits[0]?.sha;
  }
  return { files: found, commit };
}

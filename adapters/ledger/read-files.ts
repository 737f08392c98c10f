import type { FileAtRef, GitHubPort } from "../../core/ports/github.ts";

/** Files of one request: as much as GitHub's GraphQL answers without complaint. */
const mostFiles = 50;

/** Reads many files of a branch or commit, in the order of their paths. */
export async function readFiles(
  github: GitHubPort,
  paths: string[],
  ref: string,
): Promise<(FileAtRef | undefined)[]> {
  const found: (FileAtRef | undefined)[] = [];
  for (let start = 0; start < paths.length; start += mostFiles) {
    const files = paths.slice(start, start + mostFiles).map((path) => ({ path, ref }));
    found.push(...(await github.look({ files })).files);
  }
  return found;
}

import type { Sha } from "../../core/model/ids.ts";
import type { GitHubPort } from "../../core/ports/github.ts";

/** The tree of a folder at a commit; undefined where it is not there. */
export async function findFolder(github: GitHubPort, folder: string, ref: string): Promise<Sha | undefined> {
  const cut = folder.lastIndexOf("/");
  const entries = await github.listFolder(folder.slice(0, cut), ref);
  return entries?.find(({ name }) => name === folder.slice(cut + 1))?.sha;
}

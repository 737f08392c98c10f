import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { createGit } from "../../adapters/git/create-git.ts";
import { GsdError } from "../../core/gsd-error.ts";

export interface Repository {
  /** The top of its work tree. */
  folder: string;
  /** The tree of a commit, branch or tag. */
  treeOf(ref: string): Promise<string>;
}

/** The repository that a folder lies in. */
export async function findRepository(start: string): Promise<Repository> {
  const folder = findTop(start);
  if (folder === undefined)
    throw new GsdError(
      "tree",
      `${start} is not in a git repository. Go to yours, or make one with git init.`,
    );
  const git = createGit({ folder });
  return {
    folder,
    treeOf: async (ref) => {
      const sha = await git("rev-parse", "--verify", "--quiet", "--end-of-options", `${ref}^{tree}`).catch(
        () => "",
      );
      if (sha === "") throw new GsdError("ref", `This repository has no commit, branch or tag "${ref}".`);
      return sha.trim();
    },
  };
}

function findTop(folder: string): string | undefined {
  if (existsSync(join(folder, ".git"))) return folder;
  const parent = dirname(folder);
  return parent === folder ? undefined : findTop(parent);
}

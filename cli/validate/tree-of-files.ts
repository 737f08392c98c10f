import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createGit } from "../../adapters/git/create-git.ts";

/** The files at some places of a work tree as a tree of git's, committed or not. The index and the branch stay as they are. */
export async function treeOfFiles(folder: string, places: readonly string[]): Promise<string> {
  const scratch = await mkdtemp(join(tmpdir(), "gsd-index-"));
  try {
    const git = createGit({ folder, index: join(scratch, "index") });
    const present = places.filter((place) => existsSync(join(folder, place)));
    if (present.length > 0) await git("add", "--force", "--", ...present);
    return (await git("write-tree")).trim();
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

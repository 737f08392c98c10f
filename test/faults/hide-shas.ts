import { mustGit } from "../../local/forge/git/run-git.ts";
import type { World } from "../../local/forge/state/world.ts";

const shortest = 7;

/** Replaces the shas of these objects, whole or shortened, by `<sha>`. What only looks like one stays. */
export function createShaHider(shas: Iterable<string>): (text: string) => string {
  const known = Map.groupBy(shas, (sha) => sha.slice(0, shortest));
  const isReal = (word: string) =>
    known.get(word.slice(0, shortest))?.some((sha) => sha.startsWith(word)) ?? false;
  return (text) => text.replace(/\b[0-9a-f]{7,40}\b/g, (word) => (isReal(word) ? "<sha>" : word));
}

/** Every commit, tree, file and tag that the world has or had, in all of its repositories. */
export function shasOf(world: World): string[] {
  return [...world.repos.values()].flatMap(({ git }) =>
    mustGit(["--git-dir", git.dir, "cat-file", "--batch-all-objects", "--batch-check=%(objectname)"])
      .toString("utf8")
      .split("\n")
      .filter(Boolean),
  );
}

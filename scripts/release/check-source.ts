import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { GsdError } from "../../core/gsd-error.ts";
import { product } from "../../core/product.ts";
import { readSection } from "./changelog.ts";
import { decideTags } from "./decide-tags.ts";
import type { ReleaseRun } from "./read-release-run.ts";
import { readTags } from "./read-tags.ts";
import { runGit } from "./run-git.ts";

/** Refuses what should not be released before anything is built; gives the notes of the release. */
export function checkSource(run: ReleaseRun): string {
  const { root, source, tag, defaultBranch } = run;
  const refuse = (sentence: string) => new GsdError("release", sentence);
  if (tag !== undefined && tag !== product.tag)
    throw refuse(
      `The tag is ${tag}, and package.json says ${product.version}. Delete the tag, raise the version with scripts/raise-version.ts, and tag that.`,
    );
  const branch = `refs/remotes/origin/${defaultBranch}`;
  if (!isAncestor(root, source, branch))
    throw refuse(`${source} is not on ${defaultBranch}: only what was merged there is released.`);
  // Fails where the version is out already.
  decideTags({ version: product.version, source, release: source, tags: readTags(root, ".") });
  const file = join(root, "CHANGELOG.md");
  const notes = existsSync(file) ? readSection(readFileSync(file, "utf8"), product.version) : "";
  if (notes === "")
    throw refuse(
      `CHANGELOG.md has no section for ${product.version}. Raise the version with scripts/raise-version.ts, which makes one.`,
    );
  return notes;
}

function isAncestor(root: string, commit: string, branch: string): boolean {
  try {
    runGit(root, ["merge-base", "--is-ancestor", commit, branch]);
    return true;
  } catch {
    return false;
  }
}

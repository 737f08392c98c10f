import { join } from "node:path";
import { createScratch } from "../create-scratch.ts";
import { assertSha, createGit } from "./create-git.ts";
import type { ChangeSet } from "./describe-changes.ts";
import { fillIndex } from "./diff-changes.ts";

/** For `readPatch`: every line of every changed file, and a moved file as one deleted and one added. */
const whole = [
  "--no-ext-diff",
  "--no-textconv",
  "--no-color",
  "--no-renames",
  "--src-prefix=a/",
  "--dst-prefix=b/",
  "--unified=1000000",
] as const;

/** A change set against its base, or, where a job changes nothing, the checked-out commit against `against`. */
export async function wholePatch(
  folder: string,
  { base, against }: { base: string; against: string | undefined },
  changes: Pick<ChangeSet, "changes" | "contents">,
): Promise<string> {
  assertSha(base);
  if (changes.changes.length === 0) {
    if (against === undefined) return "";
    assertSha(against);
    return await createGit({ folder })("diff", ...whole, against, base);
  }
  await using scratch = await createScratch("diff");
  const git = createGit({ folder, index: join(scratch.path, "index") });
  await fillIndex(git, base, changes, scratch.path);
  // Awaited here: the index goes with the scratch folder.
  return await git("diff", "--cached", ...whole, base);
}

import { createScratch } from "../create-scratch.ts";
import { assertSha } from "./create-git.ts";
import type { ChangeSet } from "./describe-changes.ts";
import { createPlainGit } from "./diff-against.ts";
import { writeTree } from "./diff-changes.ts";

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
  const isChange = changes.changes.length > 0;
  if (!isChange && against === undefined) return "";
  const from = isChange || against === undefined ? base : against;
  assertSha(from);
  await using scratch = await createScratch("diff");
  const to = isChange ? await writeTree({ folder, base, scratch }, changes) : base;
  // Awaited here: the scratch folder goes first otherwise.
  return await createPlainGit(folder, scratch)("diff", ...whole, from, to);
}

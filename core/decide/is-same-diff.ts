import type { PathChange } from "../ports/github/git.ts";

/** Whether two comparisons show the same changes, wherever in their files these stand now. What cannot be told differs. */
export function isSameDiff(before: PathChange[] | undefined, after: PathChange[] | undefined): boolean {
  if (!before || !after || before.length !== after.length) return false;
  const known = new Map(before.map((change) => [change.path, signOf(change)]));
  return after.every((change) => known.get(change.path) === signOf(change));
}

/** Without a text to compare, only the very same content is the same. */
function signOf({ status, patch, blob }: PathChange): string {
  return JSON.stringify([status, patch === undefined ? blob : patch.replaceAll(/^@@ .*$/gm, "@@")]);
}

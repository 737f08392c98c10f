import { isLockOf } from "../detect/dependency-files.ts";
import { isTestPath } from "../detect/test-files.ts";
import { createMatch, type Match } from "../plan/match-paths.ts";
import { expandBraces } from "../plan/overlap.ts";

/**
 * The one rule for where a task may change files; `core/prompt/scope-rule.ts` has the words for it. The files that its
 * `files_hint` names are its own, and so are tests and files next to those. Anything else is allowed, and shown to people;
 * but what nobody but a person may change (`core/plan/protection.ts`) is refused by the gate, wherever it is.
 * Answers whether a file is neither a task's own nor next to it.
 */
export function createOutside(hints: readonly string[]): Match {
  const isOwn = createMatch(hints, { unsure: false });
  const folders = new Set(hints.flatMap(foldersOf));
  return (path) =>
    !isOwn(path) && !isTestPath(path) && !folders.has(folderOf(path)) && !isLockOf(path, hints);
}

/** The folders of what a hint names. */
function foldersOf(hint: string): string[] {
  return expandBraces(hint).flatMap((choice) => {
    const segments = choice.split("/").filter((segment) => segment !== "" && segment !== ".");
    const fixed = segments.slice(0, -1);
    // A glob in the folder's name: all that is below what is fixed is covered, or is somewhere else.
    return fixed.some((segment) => /[*?]/.test(segment)) ? [] : [fixed.join("/")];
  });
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

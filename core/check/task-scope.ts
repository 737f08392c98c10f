import { planPath } from "../codec/paths.ts";
import { isLockOf } from "../detect/dependency-files.ts";
import { covers, expandBraces } from "../plan/overlap.ts";
import { isTestPath } from "./signals/test-files.ts";

/**
 * The one rule for where a task may change files; `core/prompt/scope-rule.ts` has the words for it. The files that its
 * `files_hint` names are its own, and so are tests and files next to those. Anything else is allowed, and shown to people;
 * but what nobody but a person may change is refused by the gate, wherever it is.
 */
export function neverChanged(protectedPaths: readonly string[]): string[] {
  return [...protectedPaths, `${planPath.parent}/**`];
}

/** Whether a file is neither a task's own nor next to it. */
export function isOutside(path: string, hints: readonly string[]): boolean {
  if (covers(hints, path) || isTestPath(path) || isLockOf(path, hints)) return false;
  return !hints.some((hint) => isNextTo(path, hint));
}

/** Whether a file is in the folder of what a hint names. */
function isNextTo(path: string, hint: string): boolean {
  return expandBraces(hint).some((choice) => {
    const segments = choice.split("/").filter((segment) => segment !== "" && segment !== ".");
    const fixed = segments.slice(0, -1);
    const glob = fixed.findIndex((segment) => /[*?]/.test(segment));
    // A glob in the folder's name: all that is below what is fixed is covered, or is somewhere else.
    return glob < 0 && folderOf(path) === fixed.join("/");
  });
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

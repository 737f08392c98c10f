import { neverChanged } from "../plan/protection.ts";

/** Where whoever does a task may change files: the words for `core/check/task-scope.ts` and what the gate refuses. */
export function scopeRule(protectedPaths: readonly string[]): string {
  const never = neverChanged(protectedPaths)
    .map((path) => `\`${path.replace(/^\*\*\//, "")}\``)
    .join(", ");
  return `## Where you may change files

- The files that the task lists, tests, and other files in the same folders: as the task needs it.
- Any other file: only where the repository cannot work otherwise. Name it in your summary and say why. People are shown each
  of these, and such a change does not merge by itself.
- Never these, wherever they are, unless the task lists the file by its full path: ${never}. A change with one of them is refused as a whole.`;
}

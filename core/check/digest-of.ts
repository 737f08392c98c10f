import type { Change } from "../model/manifest.ts";

/** One name for a set of changes, whatever order they are in: what a check or a review saw, and what is published. */
export function digestOf(changes: readonly Change[], sha256: (text: string) => string): string {
  const rows = changes.map((change) =>
    "deleted" in change ? [change.path, "deleted"] : [change.path, change.mode, change.size, change.sha256],
  );
  rows.sort(([a = ""], [b = ""]) => (a < b ? -1 : a > b ? 1 : 0));
  return sha256(JSON.stringify(rows));
}

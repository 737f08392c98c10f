import type { IgnoreFile } from "../../core/check/ignore-rules.ts";
import { type Scan, scanTree } from "./scan-tree.ts";
import type { WalkEntry, WalkStop } from "./walk-tree.ts";

/** One path that differs from the base commit. Everything but `file` and `deleted` is not ours to publish. */
export type TreeChange =
  | { kind: "file"; path: string; mode: "100644" | "100755"; modeChanged: boolean; content: Buffer }
  | { kind: "deleted"; path: string }
  | { kind: Exclude<WalkEntry["type"], "file"> | "oversize" | "surplus" | "flood" | "late"; path: string };

/** All changes together; and how many are kept with what they hold. */
export const maxTotalBytes = 200_000_000;
export const maxChanges = 5_000;

/** What an agent may leave: far more than can be published, and no more than is read in a moment. */
export const readLimits = {
  changes: maxChanges,
  inFolder: maxChanges,
  inAll: 50_000,
  names: 1_000_000,
  depth: 100,
  seconds: 180,
};

/** What is known of a tree besides its base. */
export interface TreeBackground {
  /** Ignore files that count besides the base's: those that setups left. */
  ignores?: readonly IgnoreFile[];
  /** Paths that were there before; `isOwn` says whether what is there now is somebody's work. */
  isKnown?: (path: string) => boolean;
  isOwn?: (change: TreeChange) => boolean;
  limits?: Scan["limits"] & { changes: number };
}

/** What was changed in a work tree, by path; in bounded time and memory whatever it holds. */
export async function readChanges(
  folder: string,
  base: string,
  { isOwn = () => true, limits = readLimits, ...background }: TreeBackground = {},
): Promise<TreeChange[]> {
  const changes: TreeChange[] = [];
  let [bytes, count] = [0, 0];
  const take = (change: TreeChange) => {
    if (!isOwn(change)) return;
    if (change.kind !== "file") return void changes.push(change);
    count += 1;
    const fits = bytes + change.content.length <= maxTotalBytes;
    if (fits) bytes += change.content.length;
    if (fits && count <= limits.changes) changes.push(change);
    else changes.push({ kind: fits ? "surplus" : "oversize", path: change.path });
  };
  const isFull = () => count >= limits.changes || bytes >= maxTotalBytes;
  const { stop } = await scanTree({ folder, base, ...background, limits, isFull, take });
  if (stop) changes.push(stopChange(stop));
  return changes.sort((a, b) => (a.path < b.path ? -1 : 1));
}

function stopChange({ why, path }: WalkStop): TreeChange {
  return { kind: why === "time" ? "late" : "flood", path };
}

import { createHash } from "node:crypto";
import type { Change } from "../../core/model/manifest.ts";
import { maxFileBytes, maxTotalBytes, type TreeChange } from "./read-changes.ts";

const limits = { changes: 5_000, path: 1_000 };

const refusals = {
  symlink: "is a symbolic link",
  submodule: "is a repository of its own or a submodule",
  special: "is not a regular file",
  oversize: `is too large (a file may have ${maxFileBytes} bytes, all changes together ${maxTotalBytes})`,
  badname: "has a name that is not UTF-8",
} as const;

/** What a work tree's changes are as data: what a manifest says of them, and what lies beside it. */
export interface ChangeSet {
  changes: Change[];
  /** By their sha256. */
  contents: ReadonlyMap<string, Buffer>;
  /** What can never be published, one sentence each; the ordinary changes are there all the same. */
  refusals: string[];
}

export const noChanges: ChangeSet = { changes: [], contents: new Map(), refusals: [] };

/** Tells what can be published of changes, with their contents by digest, and what cannot. */
export function describeChanges(found: readonly TreeChange[]): ChangeSet {
  const ordinary = found.filter((change) => change.kind === "file" || change.kind === "deleted");
  const fitting = ordinary.filter((change) => change.path.length <= limits.path).slice(0, limits.changes);
  const contents = new Map<string, Buffer>();
  const changes = fitting.map((change): Change => {
    if (change.kind !== "file") return { path: change.path, deleted: true };
    const sha256 = sha256Of(change.content);
    contents.set(sha256, change.content);
    const described = { path: change.path, mode: change.mode, size: change.content.length, sha256 };
    return change.modeChanged ? { ...described, modeChanged: true } : described;
  });
  return { changes, contents, refusals: findRefusals(found) };
}

function findRefusals(found: readonly TreeChange[]): string[] {
  if (found.length > limits.changes)
    return [`${found.length} paths were changed; at most ${limits.changes} can be published.`];
  return found.flatMap((change) => {
    if (change.path.length > limits.path)
      return [`A path is ${change.path.length} characters long: ${change.path.slice(0, 200)}…`];
    if (change.kind === "file" || change.kind === "deleted") return [];
    return [`\`${change.path}\` ${refusals[change.kind]}, which is never published. Leave it out.`];
  });
}

/** The digest by which contents are named. */
export function sha256Of(content: Buffer | string): string {
  return createHash("sha256").update(content).digest("hex");
}

import { createHash } from "node:crypto";
import type { Change } from "../../core/model/manifest.ts";
import { maxChanges, maxTotalBytes, readLimits, type TreeChange } from "./read-changes.ts";
import { maxFileBytes } from "./scan-tree.ts";

const maxPath = 1_000;
const mostRefusals = 100;

/** Why something is not published, as it follows its path. */
const refusals: Readonly<Record<Exclude<TreeChange["kind"], "file" | "deleted" | "surplus">, string>> = {
  symlink: "is a symbolic link",
  submodule: "is a repository of its own or a submodule",
  special: "is not a regular file",
  oversize: `is too large (a file may have ${maxFileBytes} bytes, all changes together ${maxTotalBytes})`,
  badname: "has a name that is not UTF-8",
  unreadable: "cannot be read: its permissions forbid it, or its path is too long",
  deep: `lies more than ${readLimits.depth} folders deep`,
  crowded: `contains more than ${readLimits.inFolder} new files and folders`,
  flood: `holds most of the new files and folders, of which there are more than ${readLimits.inAll}`,
  late: `holds so much that it was not read to its end in ${readLimits.seconds} seconds`,
};

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
  const fitting = ordinary.filter((change) => change.path.length <= maxPath).slice(0, maxChanges);
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
  const some = found.flatMap((change) => {
    if (change.kind === "file" || change.kind === "deleted" || change.kind === "surplus")
      return change.path.length > maxPath
        ? [`A path is ${change.path.length} characters long: ${change.path.slice(0, 200)}…`]
        : [];
    const path = change.path.length > maxPath ? `${change.path.slice(0, 200)}…` : change.path;
    return [`\`${path}\` ${refusals[change.kind]}, which is never published. Leave it out.`];
  });
  const isTooMany = found.length > maxChanges || found.some(({ kind }) => kind === "surplus");
  if (!isTooMany) return some;
  // Those that say the same of thousands of paths help nobody.
  return [
    `${found.length} paths were changed; at most ${maxChanges} can be published.`,
    ...some.slice(0, mostRefusals),
  ];
}

/** The digest by which contents are named. */
export function sha256Of(content: Buffer | string): string {
  return createHash("sha256").update(content).digest("hex");
}

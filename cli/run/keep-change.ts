import { existsSync } from "node:fs";
import { join } from "node:path";
import { loadManifest } from "../../adapters/git/load-manifest.ts";
import type { Manifest } from "../../core/model/manifest.ts";
import { writeChanges } from "../../crew/trees/write-changes.ts";
import { type Clone, openClone } from "../open-clone.ts";

/** Writes a good change into the work tree; beside it, where it would overwrite what it does not know. Says where it is: nothing for the work tree. */
export async function keepChange(
  clone: Clone,
  { outcome, changes }: Manifest,
  out: string,
): Promise<string | undefined> {
  if (outcome !== "done" || changes.length === 0) return undefined;
  const { file } = await loadManifest(out);
  const contents = new Map(
    changes.flatMap((change) => {
      const content = "deleted" in change ? undefined : file(change.sha256);
      return content && !("deleted" in change) ? [[change.sha256, content] as const] : [];
    }),
  );
  const theirs = await listTheirs(clone);
  const isKnown = changes.every(({ path }) => !theirs.some((one) => meets(one, path)));
  const place = isKnown ? clone.root : findFree(join(clone.gitDir, "gsd-run"));
  await writeChanges(place, { changes, contents });
  return isKnown ? "" : place;
}

/** What is in the work tree and not in the commit that agents worked on: also what git ignores, and what was committed meanwhile. */
async function listTheirs({ root, head: before }: Clone): Promise<string[]> {
  const { git, head } = await openClone(root);
  const status = ["status", "--porcelain", "-z", "--no-renames", "--untracked-files=normal"];
  const rows = await git.raw(...status, "--ignored=matching");
  const since =
    head === before ? "" : await git.raw("diff", "--name-only", "-z", "--no-renames", before, head);
  return [...rows.split("\0").map((row) => row.slice(3)), ...since.split("\0")].filter(Boolean);
}

/** The same path, or one inside the other: a file takes the place of a folder, too. */
function meets(one: string, other: string): boolean {
  const [a, b] = [`${one.replace(/\/$/, "")}/`, `${other}/`];
  return a.startsWith(b) || b.startsWith(a);
}

/** An earlier one may not have been looked at yet. */
function findFree(place: string, count = 1): string {
  const name = count === 1 ? place : `${place}-${count}`;
  return existsSync(name) ? findFree(place, count + 1) : name;
}

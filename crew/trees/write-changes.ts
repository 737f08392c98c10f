import { chmod, mkdir, open, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { ChangeSet } from "../../adapters/git/describe-changes.ts";
import { GsdError } from "../../core/gsd-error.ts";
import { clearWay, removePath } from "./clear-way.ts";

/** Puts a change set into a tree that is at its base. Deletions come first: a file may take the place of a folder. */
export async function writeChanges(
  folder: string,
  { changes, contents }: Pick<ChangeSet, "changes" | "contents">,
): Promise<void> {
  for (const change of changes) if ("deleted" in change) await removePath(folder, change.path);
  for (const change of changes) {
    if ("deleted" in change) continue;
    const content = contents.get(change.sha256);
    if (!content) throw new GsdError("tree", `The content of ${change.path} is missing.`);
    const path = join(folder, change.path);
    await clearWay(folder, change.path);
    await mkdir(dirname(path), { recursive: true });
    // Anew, so that no link and no second name of the file is written through.
    await rm(path, { force: true });
    const file = await open(path, "wx");
    await file.writeFile(content);
    await file.close();
    await chmod(path, change.mode === "100755" ? 0o755 : 0o644);
  }
}

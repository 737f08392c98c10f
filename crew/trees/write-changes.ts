import { chmod, mkdir, open, readFile, rm } from "node:fs/promises";
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
    await write(folder, change.path, content);
    await chmod(join(folder, change.path), change.mode === "100755" ? 0o755 : 0o644);
  }
}

/** Writes a file that is not executable, unless it holds just this already. */
export async function putFile(folder: string, path: string, content: Buffer): Promise<void> {
  const found = await readFile(join(folder, path)).catch(() => undefined);
  if (!found?.equals(content)) await write(folder, path, content);
}

async function write(folder: string, name: string, content: Buffer): Promise<void> {
  const path = join(folder, name);
  await clearWay(folder, name);
  await mkdir(dirname(path), { recursive: true });
  // Anew, so that no link and no second name of the file is written through.
  await rm(path, { force: true });
  const file = await open(path, "wx");
  await file.writeFile(content);
  await file.close();
}

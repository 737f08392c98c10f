import { execFile } from "node:child_process";
import { chmod, lstat, mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import type { ChangeSet } from "../../adapters/git/describe-changes.ts";
import { createFolderReader } from "../../adapters/git/folder-reader.ts";
import { writeAnew } from "../../adapters/git/write-entries.ts";
import { GsdError } from "../../core/gsd-error.ts";
import type { Layer } from "../sandbox/layers.ts";
import { clearWay, isInside, removePath } from "./clear-way.ts";

const run = promisify(execFile);

type Changed = Pick<ChangeSet, "changes" | "contents">;

/** Puts a change set into a tree that is at its base. Deletions come first: a file may take the place of a folder. */
export async function writeChanges(folder: string, set: Changed): Promise<void> {
  for (const change of set.changes) if ("deleted" in change) await removePath(folder, change.path);
  await writeContents(folder, set);
}

/** Puts a change set into a layer over a tree that is at its base: there a file is deleted by a mark of the kernel's in its place. */
export async function layChanges({ upper, lower }: Layer, set: Changed): Promise<void> {
  for (const change of set.changes) {
    if (!("deleted" in change) || !(await isInside(lower, change.path))) continue;
    await mkdir(dirname(join(upper, change.path)), { recursive: true });
    await run("mknod", ["--", join(upper, change.path), "c", "0", "0"], { env: { PATH: "/usr/bin:/bin" } });
  }
  await writeContents(upper, set);
}

async function writeContents(folder: string, { changes, contents }: Changed): Promise<void> {
  for (const change of changes) {
    if ("deleted" in change) continue;
    const content = contents.get(change.sha256);
    if (!content) throw new GsdError("tree", `The content of ${change.path} is missing.`);
    await write(folder, change.path, content);
    await chmod(join(folder, change.path), change.mode === "100755" ? 0o755 : 0o644);
  }
}

/** Writes a file, unless it holds just this already. One that was executable stays so. */
export async function putFile(folder: string, path: string, content: Buffer): Promise<void> {
  const found = await createFolderReader(folder).read(path, content.length);
  if (found?.equals(content)) return;
  const stat = await lstat(join(folder, path)).catch(() => undefined);
  await write(folder, path, content);
  if (stat?.isFile() && (stat.mode & 0o100) !== 0) await chmod(join(folder, path), 0o755);
}

async function write(folder: string, path: string, content: Buffer): Promise<void> {
  await clearWay(folder, path);
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeAnew(join(folder, path), content);
}

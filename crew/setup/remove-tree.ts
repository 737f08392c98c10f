import { chmod, lstat, readdir, rm } from "node:fs/promises";
import { join } from "node:path";

/** Removes a file or folder, also one with folders that may not be written to: Go's module cache has such. */
export async function removeTree(path: string): Promise<void> {
  const remove = () => rm(path, { recursive: true, force: true });
  await remove().catch(async () => {
    await unlock(path);
    await remove();
  });
}

/** Folders only, and never through a link. */
async function unlock(path: string): Promise<void> {
  if (!(await lstat(path)).isDirectory()) return;
  await chmod(path, 0o700);
  for (const entry of await readdir(path, { withFileTypes: true })) {
    if (entry.isDirectory()) await unlock(join(path, entry.name));
  }
}

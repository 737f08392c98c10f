import { chmod, mkdir, open, rm, symlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Git } from "./create-git.ts";
import { type CommitEntry, readBlobs } from "./list-files.ts";

/**
 * Writes entries of a commit into a folder, byte by byte: no attribute or filter that lies there counts. The way to each
 * of them has to be clear.
 */
export async function writeEntries(
  git: Git,
  folder: string,
  entries: ReadonlyMap<string, CommitEntry>,
): Promise<void> {
  const contents = await readBlobs(
    git,
    [...entries.values()].map(({ sha }) => sha),
  );
  for (const [index, [name, { mode }]] of [...entries].entries()) {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true });
    const content = contents[index] ?? Buffer.alloc(0);
    if (mode !== "120000") {
      await writeAnew(path, content);
      await chmod(path, mode === "100755" ? 0o755 : 0o644);
    } else {
      await rm(path, { force: true });
      await symlink(content, path);
    }
  }
}

/** Never through a link, and never into a file that has a second name. */
export async function writeAnew(path: string, content: Buffer): Promise<void> {
  await rm(path, { force: true });
  const file = await open(path, "wx");
  await file.writeFile(content);
  await file.close();
}

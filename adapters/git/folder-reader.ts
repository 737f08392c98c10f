import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { constants, lstat, open, readFile, readlink } from "node:fs/promises";
import { dirname, join } from "node:path";

export type Found =
  | { type: "missing" | "folder" | "symlink" | "special" }
  | { type: "file"; size: number; executable: boolean };

export type FolderReader = ReturnType<typeof createFolderReader>;

/** Looks at paths below `root` without ever passing through a symbolic link. */
export function createFolderReader(root: string, maxTotalBytes: number) {
  let left = maxTotalBytes;
  const folders = new Map<string, Promise<boolean>>();

  const isFolder = (path: string): Promise<boolean> => {
    if (path === ".") return Promise.resolve(true);
    const known = folders.get(path);
    if (known) return known;
    const answer = isFolder(dirname(path)).then(
      async (above) => above && (await typeOf(join(root, path))).type === "folder",
    );
    folders.set(path, answer);
    return answer;
  };

  return {
    async look(path: string): Promise<Found> {
      return (await isFolder(dirname(path))) ? typeOf(join(root, path)) : { type: "missing" };
    },
    /** Whether `size` more bytes may be kept in memory; counts them. */
    reserve(size: number): boolean {
      left -= size;
      return left >= 0;
    },
    /** The bytes of a regular file that `look` found. */
    async read(path: string): Promise<Buffer> {
      const file = await open(join(root, path), constants.O_RDONLY | constants.O_NOFOLLOW);
      try {
        return await file.readFile();
      } finally {
        await file.close();
      }
    },
    /** A file's git object name, from its bytes as they are. */
    async hashFile(path: string, size: number): Promise<string> {
      const hash = createHash("sha1").update(`blob ${size}\0`);
      if (size <= 1_000_000) return hash.update(await readFile(join(root, path))).digest("hex");
      for await (const chunk of createReadStream(join(root, path))) hash.update(chunk);
      return hash.digest("hex");
    },
    async hashLink(path: string): Promise<string> {
      const target = await readlink(join(root, path), { encoding: "buffer" });
      return createHash("sha1").update(`blob ${target.length}\0`).update(target).digest("hex");
    },
  };
}

async function typeOf(path: string): Promise<Found> {
  const stat = await lstat(path).catch(() => undefined);
  if (!stat) return { type: "missing" };
  if (stat.isDirectory()) return { type: "folder" };
  if (stat.isSymbolicLink()) return { type: "symlink" };
  if (!stat.isFile()) return { type: "special" };
  return { type: "file", size: stat.size, executable: (stat.mode & 0o100) !== 0 };
}

import { createHash, type Hash } from "node:crypto";
import { constants, type FileHandle, lstat, open, readlink, realpath } from "node:fs/promises";
import { dirname, join } from "node:path";

export type Found =
  | { type: "missing" | "folder" | "symlink" | "special" | "unreadable" }
  | { type: "file"; size: number; executable: boolean };

export type FolderReader = ReturnType<typeof createFolderReader>;

/** Looks at paths below `root` without ever passing through a symbolic link, or waiting for what is no file. */
export function createFolderReader(root: string) {
  const folders = new Map<string, Promise<Found["type"]>>();
  const real = realpath(root);

  const typeOfFolder = (path: string): Promise<Found["type"]> => {
    if (path === ".") return Promise.resolve("folder");
    const known = folders.get(path);
    if (known) return known;
    const answer = typeOfFolder(dirname(path)).then(async (above) =>
      above === "folder" ? (await typeOf(join(root, path))).type : above,
    );
    folders.set(path, answer);
    return answer;
  };

  /** Opens a regular file, and makes sure that it is the one below `root` that the path says. */
  const withFile = async <T>(
    path: string,
    use: (file: FileHandle, size: number) => Promise<T>,
  ): Promise<T> => {
    const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
    const file = await open(join(root, path), flags);
    try {
      const stat = await file.stat();
      if (!stat.isFile()) throw new Error(`${path} is not a regular file any more.`);
      // Where the host can tell: no folder above it became a link meanwhile.
      const opened = await readlink(`/proc/self/fd/${file.fd}`).catch(() => undefined);
      if (opened !== undefined && opened !== join(await real, path)) throw new Error(`${path} has moved.`);
      return await use(file, stat.size);
    } finally {
      await file.close();
    }
  };

  return {
    async look(path: string): Promise<Found> {
      const above = await typeOfFolder(dirname(path));
      if (above === "folder") return typeOf(join(root, path));
      return { type: above === "unreadable" ? "unreadable" : "missing" };
    },
    /** The bytes of a regular file, at most `maxBytes`; undefined where there is none, or a larger one. */
    async read(path: string, maxBytes: number): Promise<Buffer | undefined> {
      return withFile(path, async (file, size) =>
        size <= maxBytes ? await readAll(file, size) : undefined,
      ).catch(() => undefined);
    },
    /** A file's git object name, from its bytes as they are; undefined where it cannot be read. */
    async hashFile(path: string, size: number): Promise<string | undefined> {
      const hash = createHash("sha1").update(`blob ${size}\0`);
      return withFile(path, (file) => hashUpTo(file, hash, size)).catch(() => undefined);
    },
    async hashLink(path: string): Promise<string | undefined> {
      const target = await readlink(join(root, path), { encoding: "buffer" }).catch(() => undefined);
      return target && createHash("sha1").update(`blob ${target.length}\0`).update(target).digest("hex");
    },
  };
}

async function readAll(file: FileHandle, size: number): Promise<Buffer> {
  const buffer = Buffer.alloc(size);
  let length = 0;
  while (length < size) {
    const { bytesRead } = await file.read(buffer, length, size - length, length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return buffer.subarray(0, length);
}

async function hashUpTo(file: FileHandle, hash: Hash, size: number): Promise<string> {
  const buffer = Buffer.alloc(Math.min(size, 1_000_000));
  for (let at = 0; at < size; ) {
    const { bytesRead } = await file.read(buffer, 0, Math.min(buffer.length, size - at), at);
    if (bytesRead === 0) break;
    hash.update(buffer.subarray(0, bytesRead));
    at += bytesRead;
  }
  return hash.digest("hex");
}

async function typeOf(path: string): Promise<Found> {
  try {
    const stat = await lstat(path);
    if (stat.isDirectory()) return { type: "folder" };
    if (stat.isSymbolicLink()) return { type: "symlink" };
    if (!stat.isFile()) return { type: "special" };
    return { type: "file", size: stat.size, executable: (stat.mode & 0o100) !== 0 };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return { type: code === "ENOENT" || code === "ENOTDIR" ? "missing" : "unreadable" };
  }
}

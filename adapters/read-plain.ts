import { constants, open } from "node:fs/promises";

/**
 * The bytes of a regular file, where somebody else may have put anything: no link is followed, no pipe or device waited for, and
 * nothing larger than `most` is read. Undefined for all of that, and for what is not there.
 */
export async function readPlain(path: string, most: number): Promise<Buffer | undefined> {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const file = await open(path, flags).catch(() => undefined);
  if (!file) return undefined;
  try {
    const stat = await file.stat();
    return stat.isFile() && stat.size <= most ? await file.readFile() : undefined;
  } finally {
    await file.close();
  }
}

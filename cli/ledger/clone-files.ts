import type { SimpleGit } from "simple-git";
import type { PastBlob } from "../../adapters/archive/read-revisions.ts";
import type { Sha } from "../../core/model/ids.ts";

/** A file of the ledger, by what git calls its content. */
export interface LedgerFile {
  blob: Sha;
  bytes: number;
}

/** Every file in a commit, by path. */
export async function listFiles(git: SimpleGit, commit: Sha): Promise<Map<string, LedgerFile>> {
  const printed = await git.raw("ls-tree", "-r", "-l", "-z", "--full-tree", commit);
  const rows = printed.split("\0").flatMap((row) => {
    const [, blob, bytes, path] = /^\d+ blob ([0-9a-f]+) +(\d+)\t(.+)$/s.exec(row) ?? [];
    return blob && path ? [[path, { blob, bytes: Number(bytes) }] as const] : [];
  });
  return new Map(rows);
}

/** Many files by one process, which prints them one after the other; their sizes say where each ends. */
export async function readFiles(
  git: SimpleGit,
  files: (LedgerFile | undefined)[],
): Promise<(string | undefined)[]> {
  const blobs = files.flatMap((file) => (file ? [file.blob] : []));
  const printed = blobs.length > 0 ? await git.showBuffer(blobs) : Buffer.alloc(0);
  let start = 0;
  return files.map((file) => {
    if (!file) return undefined;
    start += file.bytes;
    return printed.toString("utf8", start - file.bytes, start);
  });
}

/**
 * Many blobs by one process. git prints them one after the other with nothing between them: so a commit is shown after
 * each, as a word that no file can hold because it is made up now. git shows a commit only once, so that the second blob
 * of a commit has to wait for another process.
 */
export async function readBlobs(git: SimpleGit, blobs: PastBlob[]): Promise<string[]> {
  const texts = new Map<PastBlob, string>();
  for (let left = blobs; left.length > 0; left = left.filter((blob) => !texts.has(blob))) {
    const batch = [...new Map(left.map((blob) => [blob.commit, blob])).values()];
    const between = `gsd-${crypto.randomUUID()}`;
    const objects = batch.flatMap(({ blob, commit }) => [blob, commit]);
    const printed = await git.raw("show", "--no-patch", `--format=tformat:${between}`, ...objects);
    for (const [at, text] of printed.split(`${between}\n`).entries()) {
      const blob = batch[at];
      if (blob) texts.set(blob, text);
    }
  }
  return blobs.map((blob) => texts.get(blob) ?? "");
}

import type { Sha } from "../../core/model/ids.ts";
import type { FileAtRef } from "../../core/ports/github/git.ts";

/** A file as the query of `look` selects it: the entry of its commit, and the object that this names. */
export interface RawFile {
  file?: {
    /** As git has it, though as a number: `0o100644`. */
    mode: number;
    oid: Sha;
    object: { byteSize?: number; text?: string | null; isTruncated?: boolean } | null;
  } | null;
}

/** No file that we read is larger; those of the ledger are smaller still. */
const mostBytes = 2_000_000;

/** The kinds of entries that git knows besides regular files, in the words that follow a path. */
const kinds = new Map([
  [0o120000, "is a symbolic link, which is not followed"],
  [0o160000, "is a submodule"],
  [0o040000, "is a folder"],
]);

/** The port's file; undefined where the commit has nothing at its path. GraphQL cuts long texts: those are read whole, by their object. */
export async function toFile(
  raw: RawFile | null,
  readBlob: (sha: Sha) => Promise<string>,
): Promise<FileAtRef | undefined> {
  const entry = raw?.file;
  if (!entry) return undefined;
  const { mode, oid: sha, object } = entry;
  const odd = (why: string): FileAtRef => ({ text: "", sha, odd: why });
  const kind = mode & 0o170000;
  if (kind !== 0o100000) return odd(kinds.get(kind) ?? "is not a regular file");
  const { byteSize = 0, text, isTruncated } = object ?? {};
  if (byteSize > mostBytes) return odd(`has ${byteSize} bytes; at most ${mostBytes} are read`);
  const whole = typeof text === "string" && !isTruncated ? text : await readBlob(sha);
  return whole.includes("\0") ? odd("is not a text file") : { text: whole, sha };
}

import { trackFile } from "../../core/codec/ledger-files.ts";
import type { Sha } from "../../core/model/ids.ts";
import type { Revision } from "../../core/ports/archive.ts";

/** A path that a commit changed, and the name of its content after that; absent: it was deleted. */
export interface PastChange {
  path: string;
  after: Sha | undefined;
}

export interface PastCommit extends Omit<Revision, "files"> {
  changes: PastChange[];
}

/** One content to read: what it is called, and a commit that has it at a path. */
export interface PastBlob {
  blob: Sha;
  commit: Sha;
  path: string;
}

export interface PastReads {
  /** Oldest first. */
  commits(): Promise<PastCommit[]>;
  /** In the order of what is asked for. */
  texts(blobs: PastBlob[]): Promise<string[]>;
}

/** Commits at a time: enough for few requests and processes, little enough for the memory. */
const atOnce = 50;

/** The history of the ledger, with the texts of its tracks; each is read once, when it comes up. */
export async function* readRevisions({ commits, texts }: PastReads): AsyncGenerator<Revision> {
  const all = await commits();
  const latest = new Map<string, string>();
  for (let start = 0; start < all.length; start += atOnce) {
    const some = all.slice(start, start + atOnce);
    const blobs = some.flatMap(({ commit, changes }) =>
      changes.flatMap(({ path, after }) => (after && isTrack(path) ? [{ blob: after, commit, path }] : [])),
    );
    const found = blobs.length > 0 ? await texts(blobs) : [];
    const textOf = new Map(blobs.map(({ blob }, at) => [blob, found[at]]));
    for (const { changes, ...commit } of some) {
      const files = changes.map(({ path, after }) => {
        const before = latest.get(path);
        const text = after && textOf.get(after);
        if (text === undefined) latest.delete(path);
        else latest.set(path, text);
        return { path, before, after: text };
      });
      yield { ...commit, files };
    }
  }
}

function isTrack(path: string): boolean {
  const [folder, name = "", ...rest] = path.split("/");
  const isFolder = folder === "tracks" || folder === "done";
  return isFolder && rest.length === 0 && trackFile.issueOf(name) !== undefined;
}

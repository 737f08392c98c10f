import { createGit } from "../../adapters/git/create-git.ts";
import { listCommit, readBlobs } from "../../adapters/git/list-files.ts";
import type { ScanTerms } from "../../core/check/gate.ts";
import { basePaths } from "../../core/scan/scan-change.ts";
import { toText } from "../../core/text/to-text.ts";
import type { Crew } from "../crew.ts";

/** What the scanner has to know of the base, as publish will read it. */
export async function readScanTerms({ input, journal }: Crew): Promise<ScanTerms> {
  const { changes, contents } = journal.changes();
  const texts = changes.flatMap((change) => {
    const content = "sha256" in change ? contents.get(change.sha256) : undefined;
    return content ? [{ path: change.path, text: toText(content) }] : [];
  });
  const git = createGit({ folder: input.folder });
  const wanted = new Set(basePaths(texts));
  const entries = wanted.size > 0 ? await listCommit(git, input.comparedTo ?? input.base) : [];
  const found = [...entries].filter(([path, { mode }]) => wanted.has(path) && mode.startsWith("100"));
  const blobs = await readBlobs(
    git,
    found.map(([, { sha }]) => sha),
  );
  const known = new Map(found.map(([path], at) => [path, toText(blobs[at] ?? new Uint8Array())]));
  return { base: (path) => known.get(path), today: new Date().toISOString().slice(0, 10) };
}

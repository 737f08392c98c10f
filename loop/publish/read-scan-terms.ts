import type { FindFile, ScanTerms } from "../../core/check/gate.ts";
import { baseBranch } from "../../core/codec/branches.ts";
import { isOnHead } from "../../core/jobs/on-head.ts";
import type { ClaimedJob } from "../../core/model/job.ts";
import type { Manifest } from "../../core/model/manifest.ts";
import type { Track } from "../../core/model/track.ts";
import { basePaths } from "../../core/scan/scan-change.ts";
import type { Ports } from "../ports.ts";

/** How many files are asked for in one request. */
const mostFiles = 50;

interface Scanned {
  track: Track;
  job: ClaimedJob;
  /** What the manifest says it changes; it is not checked yet. */
  changes: Manifest["changes"];
  files: FindFile;
}

/** What the scanner has to know of the base: only files that matter to it are read, which are none for most changes. */
export async function readScanTerms(
  { github, now }: Ports,
  { track, job, changes, files }: Scanned,
): Promise<ScanTerms> {
  const texts = changes.flatMap((change) => {
    const file = "sha256" in change ? files(change.sha256) : undefined;
    return file ? [{ path: change.path, text: file.text }] : [];
  });
  // What a task's own branch has already is no less its work.
  const ref = isOnHead(job) ? baseBranch(track) : job.base.sha;
  const paths = basePaths(texts);
  const known = new Map<string, string>();
  for (let start = 0; start < paths.length; start += mostFiles) {
    const some = paths.slice(start, start + mostFiles);
    const answer = await github.look({ files: some.map((path) => ({ path, ref })) });
    for (const [at, file] of answer.files.entries())
      if (file && file.odd === undefined) known.set(some[at] ?? "", file.text);
  }
  return { base: (path) => known.get(path), today: now().toISOString().slice(0, 10) };
}

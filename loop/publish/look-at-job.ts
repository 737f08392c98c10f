import type { Claim } from "../../core/check/check-manifest.ts";
import { ledgerBranch } from "../../core/codec/branches.ts";
import type { Folder } from "../../core/ports/github/git.ts";
import { libraryFolders } from "../../core/prompt/library-folders.ts";
import { type SavedTrack, trackFiles, trackIn } from "../ledger/tracks.ts";
import { lookAgain } from "../look-again.ts";
import type { Ports } from "../ports.ts";
import { foldersAbove } from "./read-base.ts";

/** The track that a job belongs to, and the folders that its result says it changes, at the commit that it names. */
export interface JobSight {
  saved: SavedTrack | undefined;
  folders: ReadonlyMap<string, Folder>;
  /** The texts that its files had at that commit. */
  texts: ReadonlyMap<string, string>;
  /** Whether the repository has rules of its own there. */
  hasRules: boolean;
}

/** So many files are compared with what they were; of the others every line counts as new. */
const mostTexts = 200;

const { own: rulesFolder } = libraryFolders.rules;

/** Both in one request. While a job runs there is a ledger, which GitHub may not show for a moment. */
export function lookAtJob(ports: Ports, issue: number, claim: Claim | undefined): Promise<JobSight> {
  return lookAgain(
    ports,
    () => lookOnce(ports, issue, claim),
    ({ saved }) => saved !== undefined || ports.ledger.latest() !== undefined,
  );
}

async function lookOnce({ github, ledger }: Ports, issue: number, claim?: Claim): Promise<JobSight> {
  const paths = claim && claim.paths.length > 0 ? (foldersAbove(claim.paths) ?? []) : [];
  const base = claim?.base ?? "";
  const changed = [...new Set(claim?.paths)].slice(0, mostTexts);
  const answer = await github.look({
    files: [
      ...trackFiles(issue).map((path) => ({ path, ref: ledgerBranch })),
      ...changed.map((path) => ({ path, ref: base })),
    ],
    commits: [ledgerBranch],
    folders: [...paths, ...(claim ? [rulesFolder] : [])].map((path) => ({ path, ref: base })),
  });
  ledger.saw(answer.commits[0]?.sha);
  const [open, done, ...before] = answer.files;
  const folders = paths.flatMap((path, at) => {
    const folder = answer.folders[at];
    return folder ? [[path, folder] as const] : [];
  });
  const texts = changed.flatMap((path, at) => {
    const file = before[at];
    return file && file.odd === undefined ? [[path, file.text] as const] : [];
  });
  const hasRules = (answer.folders[paths.length]?.entries.length ?? 0) > 0;
  return {
    saved: trackIn(issue, { open, done }),
    folders: new Map(folders),
    texts: new Map(texts),
    hasRules,
  };
}

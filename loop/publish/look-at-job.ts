import type { Claim } from "../../core/check/check-manifest.ts";
import { ledgerBranch } from "../../core/codec/branches.ts";
import type { Folder } from "../../core/ports/github.ts";
import { type SavedTrack, trackFiles, trackIn } from "../ledger/tracks.ts";
import { lookAgain } from "../look-again.ts";
import type { Ports } from "../ports.ts";
import { foldersAbove } from "./read-base.ts";

/** The track that a job belongs to, and the folders that its result says it changes, at the commit that it names. */
export interface JobSight {
  saved: SavedTrack | undefined;
  folders: ReadonlyMap<string, Folder>;
}

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
  const answer = await github.look({
    files: trackFiles(issue).map((path) => ({ path, ref: ledgerBranch })),
    commits: [ledgerBranch],
    folders: paths.map((path) => ({ path, ref: claim?.base ?? "" })),
  });
  ledger.saw(answer.commits[0]?.sha);
  const [open, done] = answer.files;
  const folders = answer.folders.flatMap((folder, at) =>
    folder ? [[paths[at] ?? "", folder] as const] : [],
  );
  return { saved: trackIn(issue, { open, done }), folders: new Map(folders) };
}

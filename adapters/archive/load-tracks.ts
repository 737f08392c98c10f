import { type TrackFolder, trackFile } from "../../core/codec/ledger-files.ts";
import { type LedgerProblem, ledgerProblemIn } from "../../core/codec/read-document.ts";
import { GsdError } from "../../core/gsd-error.ts";
import type { Track } from "../../core/model/track.ts";
import type { Archive } from "../../core/ports/archive.ts";

/** The tracks of a folder; one that cannot be read does not hide the others. */
export async function loadTracks(
  archive: Archive,
  folder: TrackFolder,
): Promise<{ tracks: Track[]; problems: LedgerProblem[] }> {
  const names = await archive.list(folder);
  const issues = names.map(trackFile.issueOf).filter((issue) => issue !== undefined);
  const paths = issues.toSorted((a, b) => a - b).map((issue) => trackFile.path(folder, issue));
  const texts = await archive.read(paths);
  const tracks: Track[] = [];
  const problems: LedgerProblem[] = [];
  for (const [at, path] of paths.entries()) {
    try {
      tracks.push(trackFile.read(texts[at] ?? "", path));
    } catch (error) {
      const problem = ledgerProblemIn(error);
      if (!problem || (error instanceof GsdError && error.code === "ledger-newer")) throw error;
      problems.push(problem);
    }
  }
  return { tracks, problems };
}

/** The track of one issue, whether it is over or not; undefined where there is none. */
export async function findTrack(archive: Archive, issue: number): Promise<Track | undefined> {
  const paths = [trackFile.path("tracks", issue), trackFile.path("done", issue)];
  const texts = await archive.read(paths);
  const at = texts.findIndex((text) => text !== undefined);
  const [text, path] = [texts[at], paths[at]];
  return text === undefined || path === undefined ? undefined : trackFile.read(text, path);
}

/** The same for somebody who named the issue. */
export async function loadTrack(archive: Archive, issue: number): Promise<Track> {
  const track = await findTrack(archive, issue);
  if (track) return track;
  throw new GsdError(
    "not-found",
    `The ledger knows no issue #${issue}. \`gsd status\` lists the tracks; comment \`/plan\` on the issue to start one.`,
  );
}

import { loadTrack, loadTracks } from "../../adapters/archive/load-tracks.ts";
import type { LedgerProblem } from "../../core/codec/read-document.ts";
import type { Track } from "../../core/model/track.ts";
import type { Archive, Standpoint } from "../../core/ports/archive.ts";
import { renderNextStep } from "../../core/render/next-step.ts";
import type { TrackView } from "../../core/view/view-track.ts";
import { type Source, withArchive } from "../ledger/open-archive.ts";

/** What `gsd status` is asked for. */
export interface Subject extends Source {
  issue: number | undefined;
}

/** What one look at the ledger shows. */
export interface Sight {
  source: Standpoint & { where: string; seesThreads: boolean };
  /** The one that was named, or all that are open. */
  tracks: Track[];
  problems: LedgerProblem[];
}

export function look({ issue, ...source }: Subject): Promise<Sight> {
  return withArchive(source, async (archive) => {
    const { where, seesThreads } = archive;
    return { source: { where, seesThreads, ...(await archive.newest()) }, ...(await read(archive, issue)) };
  });
}

async function read(
  archive: Archive,
  issue: number | undefined,
): Promise<Pick<Sight, "tracks" | "problems">> {
  if (issue === undefined) return loadTracks(archive, "tracks");
  return { tracks: [await loadTrack(archive, issue)], problems: [] };
}

export function withWords(view: TrackView) {
  return { ...view, nextWords: renderNextStep(view.next) };
}

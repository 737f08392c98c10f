import { findTrack, loadTrack, loadTracks } from "../../adapters/archive/load-tracks.ts";
import type { LedgerProblem } from "../../core/codec/read-document.ts";
import type { Track } from "../../core/model/track.ts";
import type { Archive, Standpoint } from "../../core/ports/archive.ts";
import { renderNextStep } from "../../core/render/next-step.ts";
import { viewRepository } from "../../core/view/view-repository.ts";
import { type TrackView, viewTrack } from "../../core/view/view-track.ts";
import type { Sheet } from "../format-table.ts";
import { plainWords } from "../plain-words.ts";
import { sourceText } from "../source-text.ts";
import { repositoryText, trackText } from "./status-text.ts";

/** What was read at one moment: one track, or all that are open. */
export interface Look {
  archive: Archive;
  issue: number | undefined;
  source: Standpoint & { where: string; seesThreads: boolean };
  tracks: Track[];
  problems: LedgerProblem[];
}

export async function look(archive: Archive, issue: number | undefined): Promise<Look> {
  const { where, seesThreads } = archive;
  const source = { where, seesThreads, ...(await archive.newest()) };
  const found =
    issue === undefined
      ? await loadTracks(archive, "tracks")
      : { tracks: [await loadTrack(archive, issue)], problems: [] };
  return { archive, issue, source, ...found };
}

/** Those of a look that a newer one does not have any more, as they are by now. */
export async function lookAfter(before: Look, now: Look): Promise<Track[]> {
  const there = new Set(now.tracks.map(({ issue }) => issue));
  const gone = before.tracks.filter(({ issue }) => !there.has(issue));
  const found = await Promise.all(gone.map(({ issue }) => findTrack(now.archive, issue)));
  return found.filter((track) => track !== undefined);
}

/** For a terminal; `isLive` where somebody fetches what is new. */
export function lookText(
  { issue, source, tracks }: Look,
  sheet: Sheet,
  live: { isLive?: boolean } = {},
): string {
  const at = new Date().toISOString();
  const [first] = tracks;
  const text =
    issue !== undefined && first
      ? trackText(viewTrack(first), first, { sheet, at })
      : repositoryText(viewRepository(tracks), { sheet, at });
  return text + sourceText(source, sheet, live);
}

/** For machines. */
export function lookJson({ issue, source, tracks, problems }: Look): object {
  const [first] = tracks;
  if (issue !== undefined && first) return { source, track: withWords(viewTrack(first)) };
  const { waiting, others } = viewRepository(tracks);
  return { source, tracks: [...waiting, ...others].map(withWords), unreadable: problems };
}

function withWords(view: TrackView) {
  return { ...view, nextWords: plainWords(renderNextStep(view.next)) };
}

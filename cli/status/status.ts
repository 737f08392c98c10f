import { loadTrack, loadTracks } from "../../adapters/archive/load-tracks.ts";
import type { Archive } from "../../core/ports/archive.ts";
import { renderNextStep } from "../../core/render/next-step.ts";
import { viewRepository } from "../../core/view/view-repository.ts";
import { type TrackView, viewTrack } from "../../core/view/view-track.ts";
import { exitCodes } from "../exit-codes.ts";
import type { Source } from "../ledger/open-archive.ts";
import { printableJson } from "../printable.ts";
import { sourceText } from "../source-text.ts";
import type { Terminal } from "../terminal.ts";
import { problemText, repositoryText, trackText } from "./status-text.ts";

export interface StatusOptions extends Source {
  issue: number | undefined;
  json?: boolean;
}

/** `gsd status`: what the progress comments say, in one place. */
export async function status(archive: Archive, options: StatusOptions, terminal: Terminal): Promise<number> {
  const { issue, json } = options;
  const source = { where: archive.where, seesThreads: archive.seesThreads, ...(await archive.newest()) };
  if (issue !== undefined) {
    const track = await loadTrack(archive, issue);
    const view = viewTrack(track);
    terminal.out(
      json
        ? printableJson({ source, track: withWords(view) })
        : trackText(view, track, terminal) + sourceText(source, terminal),
    );
    return exitCodes.good;
  }
  const { tracks, problems } = await loadTracks(archive, "tracks");
  const view = viewRepository(tracks);
  if (json) {
    const all = [...view.waiting, ...view.others].map(withWords);
    terminal.out(printableJson({ source, tracks: all, unreadable: problems }));
  } else {
    terminal.out(repositoryText(view, terminal) + sourceText(source, terminal));
    terminal.error(problemText(problems, terminal));
  }
  return problems.length > 0 ? exitCodes.findings : exitCodes.good;
}

function withWords(view: TrackView) {
  return { ...view, nextWords: renderNextStep(view.next) };
}

import { viewRepository } from "../../core/view/view-repository.ts";
import { viewTrack } from "../../core/view/view-track.ts";
import { exitCodes } from "../exit-codes.ts";
import { printableJson } from "../printable.ts";
import { sourceText } from "../source-text.ts";
import type { Terminal } from "../terminal.ts";
import { look, type Sight, type Subject, withWords } from "./sight.ts";
import { problemText, repositoryText, trackText } from "./status-text.ts";

export interface StatusOptions extends Subject {
  json?: boolean;
}

/** `gsd status`: what the progress comments say, in one place. */
export async function status(options: StatusOptions, terminal: Terminal): Promise<number> {
  const sight = await look(options);
  if (options.json) terminal.out(printableJson(asJson(options, sight)));
  else tell(options, sight, terminal);
  return sight.problems.length > 0 ? exitCodes.findings : exitCodes.good;
}

function asJson({ issue }: StatusOptions, { source, tracks, problems }: Sight): object {
  const [track] = tracks;
  if (issue !== undefined && track) return { source, track: withWords(viewTrack(track)) };
  const { waiting, others } = viewRepository(tracks);
  return { source, tracks: [...waiting, ...others].map(withWords), unreadable: problems };
}

function tell({ issue }: StatusOptions, { source, tracks, problems }: Sight, terminal: Terminal): void {
  const [track] = tracks;
  const text =
    issue !== undefined && track
      ? trackText(viewTrack(track), track, terminal)
      : repositoryText(viewRepository(tracks), terminal);
  terminal.out(text + sourceText(source, terminal));
  terminal.error(problemText(problems, terminal));
}

import { type Box, tickSource } from "../../codec/boxes.ts";
import type { Instant, TaskId } from "../../model/ids.ts";
import type { CommandType } from "../../model/mistake.ts";
import type { Notice } from "../../model/notice.ts";
import type { BoardAsk } from "../../model/repository.ts";
import type { Track } from "../../model/track.ts";

/** What became of a box that somebody ticked. */
export interface BoxAnswer {
  at: Instant;
  /** Undefined where GitHub does not say. */
  by: string | undefined;
  ok: boolean;
  /** What was asked for; undefined where nobody knows any more. */
  asked:
    | { type: "command"; command: CommandType; task: TaskId | undefined; track: Track }
    | { type: Extract<Box["type"], "tonight"> }
    | undefined;
  notice: Notice | undefined;
}

const dayMs = 86_400_000;
/** The rest is in the audit. */
const mostAnswers = 5;

/** The newest answers of the last day, newest first; the same one is told once. */
export function viewAnswers(tracks: readonly Track[], asks: readonly BoardAsk[], now: Instant): BoxAnswer[] {
  const since = new Date(Date.parse(now) - dayMs).toISOString();
  const ofTracks = tracks.flatMap((track) => (track.rulings ?? []).flatMap((one) => toAnswer(track, one)));
  const others = asks.map(({ at, by, ok, notice, source }): BoxAnswer => {
    const asked = tickSource.is(source) ? ({ type: "tonight" } as const) : undefined;
    return { at, by, ok, notice, asked };
  });
  const all = [...ofTracks, ...others]
    .filter(({ at }) => at >= since)
    .toSorted((a, b) => b.at.localeCompare(a.at));
  const unique = new Map(all.toReversed().map((answer) => [nameOf(answer), answer]));
  return [...unique.values()].toReversed().slice(0, mostAnswers);
}

function toAnswer(track: Track, ruling: NonNullable<Track["rulings"]>[number]): BoxAnswer[] {
  const { source, at, by, ok, command, task, notice } = ruling;
  // Whoever gives too many commands is told so once.
  if (!tickSource.is(source) || (!ok && !notice)) return [];
  return [{ at, by, ok, notice, asked: { type: "command", command, task, track } }];
}

function nameOf({ by, ok, asked, notice, at }: BoxAnswer): string {
  const what = asked?.type === "command" ? [asked.command, asked.task, asked.track.issue] : [asked?.type];
  return JSON.stringify([by, ok ? at : "", what, notice?.type]);
}

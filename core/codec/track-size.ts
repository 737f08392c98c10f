import { severities } from "../model/answers.ts";
import type { TrackTask } from "../model/task.ts";
import type { Track } from "../model/track.ts";

/** GitHub's API reads files of up to 1 MB whole; half of that leaves room for what one save adds. */
export const mostFileBytes = 512_000;

/** A value as the ledger keeps it: one field a line, so that the branch's history is readable. */
export function ledgerText(value: unknown): string {
  return `${JSON.stringify(value, null, 1)}\n`;
}

/** Bytes, as GitHub counts: a text in Chinese has three for each character. */
export function bytesIn(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** From here on people are told: what is under way can still be finished. */
const near = 0.75;

/** How large a track is, where that is much of what there is room for. */
export function crampedBytes(track: Track): number | undefined {
  const bytes = bytesIn(ledgerText(track));
  return bytes > near * mostFileBytes ? bytes : undefined;
}

/** What one may forget of a track that is too large: it is in pull requests and in the branch's history. */
const keptHistory = 50;
const keptFeedback = 5;

/** The track itself where there is room for it, else without what only explains. */
export function fitTrack(track: Track): Track {
  if (bytesIn(ledgerText(track)) <= mostFileBytes) return track;
  const tasks = Object.fromEntries(Object.entries(track.tasks).map(([id, task]) => [id, slim(task)]));
  return { ...track, tasks, history: track.history.slice(-keptHistory) };
}

function slim(task: TrackTask): TrackTask {
  const { proposal, feedback } = task;
  const short = { ...task, feedback: feedback.slice(-keptFeedback) };
  if (!proposal) return short;
  const [blocker] = severities;
  const findings = proposal.findings.filter(({ severity }) => severity === blocker);
  return { ...short, proposal: { ...proposal, findings } };
}

import { isOpen, type Track } from "../model/track.ts";
import type { NextStep } from "./next-step.ts";
import { type TrackView, viewTrack } from "./view-track.ts";

/** What every face shows of a repository: its open tracks, those first that wait for a person. */
export interface RepositoryView {
  waiting: TrackView[];
  /** gsd is at work, or nothing is left to do. */
  others: TrackView[];
}

export function viewRepository(tracks: readonly Track[]): RepositoryView {
  const views = tracks
    .filter(isOpen)
    .map(viewTrack)
    .toSorted((a, b) => a.issue - b.issue);
  return {
    waiting: views.filter(({ next }) => waitsForPerson(next)),
    others: views.filter(({ next }) => !waitsForPerson(next)),
  };
}

/** Whether somebody has to do something before it goes on. */
export function waitsForPerson({ type }: NextStep): boolean {
  return type !== "wait" && type !== "nothing";
}

import type { DeltaName, Meeting } from "../model/spec-delta.ts";
import type { Problem } from "../model/validate.ts";
import { changedSpecs, foldChanges } from "./archive-plan.ts";
import { readOpenspecDeltas } from "./openspec-deltas.ts";
import { keyOf } from "./spec-deltas.ts";
import type { SpecLayout } from "./spec-layout.ts";

/** What the spec changes of a plan have to fit. */
export interface Surroundings {
  layout: SpecLayout;
  /** The specs as they are, by path. */
  texts: Readonly<Record<string, string>>;
  /** What other open tracks change. */
  tracks: readonly { issue: number; deltas: readonly DeltaName[] }[];
  /** Deltas of open changes that OpenSpec keeps. */
  changes: readonly { name: string; capability: string; text: string }[];
}

/** What a SPEC.md changes in the specs, and how that fits. */
export interface SpecCheck {
  deltas: DeltaName[];
  problems: Problem[];
  meetings: Meeting[];
}

export const noSpecCheck: SpecCheck = { deltas: [], problems: [], meetings: [] };

/** Holds the spec changes of a SPEC.md to the specs as they are, and to what else is under way. */
export function checkSpecChanges(markdown: string, around: Surroundings): SpecCheck {
  const changed = changedSpecs(markdown, around.layout);
  if (!changed.ok) return { ...noSpecCheck, problems: changed.problems };
  const texts = changed.specs.map(({ path }) => around.texts[path]);
  const folding = foldChanges(changed, texts);
  const deltas = changed.deltas.map(({ capability, type, title }) => ({
    capability,
    type,
    title: title.slice(0, 200),
  }));
  return { deltas, problems: folding.ok ? [] : folding.problems, meetings: findMeetings(deltas, around) };
}

/** Requirements that somebody else is changing too. */
function findMeetings(
  deltas: readonly DeltaName[],
  { tracks, changes }: Pick<Surroundings, "tracks" | "changes">,
): Meeting[] {
  const others = [
    ...tracks.flatMap(({ issue, deltas: theirs }) => theirs.map((one) => ({ ...one, other: `#${issue}` }))),
    ...changes.flatMap(({ name, capability, text }) =>
      readOpenspecDeltas(text).map((one) => ({ ...one, capability, other: `openspec/changes/${name}` })),
    ),
  ];
  const meetings = deltas.flatMap(({ capability, title }) =>
    others
      .filter((one) => one.capability === capability && keyOf(one.title) === keyOf(title))
      .map(({ other, type }) => ({ capability, title, other, type })),
  );
  return meetings.slice(0, 20);
}

import { effectKey } from "./keys.ts";

/** Hidden notes in our own texts, by which we find them again. They count only when we are the author. */
export const marker = {
  format: (kind: MarkerKind, key: string) => `<!-- gsd:${kind} ${key} -->`,
  parse: (text: string): { kind: MarkerKind; key: string } | undefined => {
    const [, kind, key] =
      /<!-- gsd:(track|sticky|task|rollback|say|review|report|answer|form|dashboard) ([\w./-]{1,100}) -->/.exec(
        text,
      ) ?? [];
    return key === undefined ? undefined : { kind: kind as MarkerKind, key };
  },
};

export type MarkerKind =
  | "track"
  | "sticky"
  | "task"
  | "rollback"
  | "say"
  | "review"
  | "report"
  | "answer"
  | "form"
  | "dashboard";

/** Trailer of every commit that publish makes, by which our own heads are told from people's. */
export const jobTrailer = {
  format: (key: string) => `Gsd-Job: ${key}`,
  parse: (message: string): string | undefined => /^Gsd-Job: (\S+)$/m.exec(message)?.[1],
};

/** Trailer of a merge that brings a branch up to date, by which the effect is found again. */
export const updateTrailer = {
  format: (key: string) => `Gsd-Update: ${key}`,
  parse: (message: string): string | undefined => /^Gsd-Update: (\S+)$/m.exec(message)?.[1],
};

/** The moment that our progress comment speaks of: with it the same text can be made again. */
export const shownAt = {
  format: (at: string) => `<!-- gsd:at ${Date.parse(at)} -->`,
  parse: (text: string): string | undefined => {
    const found = /<!-- gsd:at (\d{1,15}) -->/.exec(text)?.[1];
    return found === undefined ? undefined : new Date(Number(found)).toISOString();
  },
};

/** The marker of a form, by which we find it again. */
export function formMarker({ issue }: { issue: number }, { number }: { number: number }): string {
  return marker.format("form", effectKey.format(issue, "form", number));
}

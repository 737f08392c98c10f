import type { Notice } from "../model/notice.ts";
import type { Track } from "../model/track.ts";

/** Notices that can be said where there is no track. */
export type LooseType =
  | "help"
  | "recipes"
  | "no-write-access"
  | "not-allowed"
  | "access-unknown"
  | "command-limit"
  | "bot-refused"
  | "broken-config"
  | "no-track"
  | "ledger-full"
  | "ledger-broken"
  | "ledger-gone"
  | "track-gone"
  | "cannot-plan-here"
  | "no-nightly"
  | "cannot-ask-here"
  | "phase-completed"
  | "not-the-dashboard"
  | "unknown-phase"
  | "phase-open"
  | "phase-too-large"
  | "phase-empty"
  | "phase-completed-before"
  | "phase-not-completed"
  | "unknown-recipe"
  | "no-report"
  | "recipe-invalid"
  | "mistake";

export type NoticeOf<T extends Notice["type"]> = Extract<Notice, { type: T }>;

/** A sentence or two for each type of notice about a track. */
export type Writers<T extends Notice["type"]> = {
  [One in Exclude<T, LooseType>]: (notice: NoticeOf<One>, track: Track) => string;
};

/** The same for notices that need no track. */
export type LooseWriters = { [One in LooseType]: (notice: NoticeOf<One>) => string };

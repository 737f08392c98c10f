import type { Notice, NoticeType } from "../model/notice.ts";
import { peopleToCall } from "../model/people.ts";
import type { Track } from "../model/track.ts";
import { cutMarkdown } from "../text/cut-markdown.ts";
import { answers } from "./answers.ts";
import { loose } from "./loose.ts";
import { news } from "./news.ts";
import { longestComment, mentions } from "./phrases.ts";
import { questionWords } from "./questions.ts";
import { refusals } from "./refusals.ts";
import { troubles } from "./troubles.ts";
import type { LooseType, NoticeOf, Writers } from "./writers.ts";

const writers: Writers<Notice["type"]> = { ...troubles, ...news, ...answers, ...refusals, ...questionWords };

/** What a notice says to people. */
export function renderNotice(notice: Notice, track: Track | undefined): string {
  if (isLoose(notice)) {
    const write = loose[notice.type] as (notice: Notice) => string;
    return write(notice);
  }
  // Whatever is said of a track where there is none, there is none.
  if (!track) return loose["no-track"]({ type: "no-track" });
  // Each type has its own function, so this one takes this notice.
  const write = writers[notice.type] as (notice: Notice, track: Track) => string;
  return write(notice, track);
}

function isLoose(notice: Notice): notice is NoticeOf<LooseType> {
  return Object.hasOwn(loose, notice.type);
}

/** Several notices as one comment: each once, cut to what GitHub takes. */
export function renderNotices(notices: readonly Notice[], track: Track | undefined): string {
  const texts = new Set(notices.map((notice) => renderNotice(notice, track)));
  return cutMarkdown([...texts, ...callFor(notices, track)].join("\n\n"), longestComment);
}

/** What waits for a person who may look elsewhere; a pull request that waits asks them for a review instead. */
const callsPeople: readonly NoticeType[] = [
  "planning-failed",
  "task-failed",
  "permission-wanted",
  "rebase-proposed",
  "merge-failed",
  "task-conflict",
  "checks-hold",
  "verification-failed",
  "base-broken",
  "base-unchecked",
  "effect-failed",
  "pulls-forbidden",
  "stub-outdated",
];

function callFor(notices: readonly Notice[], track: Track | undefined): string[] {
  if (!track || !notices.some(({ type }) => callsPeople.includes(type))) return [];
  const people = peopleToCall(track);
  return people.length > 0 ? [`cc ${mentions(people)}`] : [];
}

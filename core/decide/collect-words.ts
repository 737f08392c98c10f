import { textBefore } from "../command/parse-commands.ts";
import type { Feedback } from "../model/feedback.ts";
import type { Instant } from "../model/ids.ts";
import type { Comment } from "../ports/github/issues.ts";
import type { OpenThread, Review } from "../ports/github/pulls.ts";
import { cutText } from "../text/cut-text.ts";

/** A person's own words, as an agent gets them. */
export type Words = Extract<Feedback, { type: "words" }>;

/** What people said about a pull request, and what did not fit. */
export interface HeardWords {
  words: Words[];
  /** How many remarks were left out. */
  left: number;
}

/** All that was said about a pull request, by anybody. */
export interface Discussion {
  threads: readonly OpenThread[];
  /** Threads that nobody has read. */
  unread: number;
  reviews: readonly Review[];
  comments: readonly Comment[];
}

export interface Listening {
  /** Whose words count. */
  writers: ReadonlySet<string>;
  /** Reviews that ask for changes and still stand. */
  requests: readonly number[];
  /** When the head was shown that is talked about: other reviews and comments from before were about another. */
  since: Instant;
  /** The comment or review that is being obeyed: its words are known. */
  source: string;
}

const most = { remarks: 40, text: 4_000, hunk: 1_500, all: 40_000 };

/**
 * The words of people with write access about a pull request: discussions that are not resolved, reviews that ask for
 * changes, and what else was said since its head was shown. Bounded; the first come first.
 */
export function collectWords(discussion: Discussion, listening: Listening): HeardWords {
  const heard = [
    ...discussion.reviews.flatMap((review) => fromReview(review, listening)),
    ...discussion.threads.flatMap((thread) => fromThread(thread, listening)),
    ...discussion.comments.flatMap((comment) => fromComment(comment, listening)),
  ];
  const { words, left } = fitIn(heard);
  return { words, left: left + discussion.unread };
}

/** As many as there is room for; what is left out is counted. */
function fitIn(heard: Words[]): HeardWords {
  const words: Words[] = [];
  let room = most.all;
  for (const one of heard) {
    room -= one.text.length + (one.hunk?.length ?? 0);
    if (room < 0 || words.length >= most.remarks) return { words, left: heard.length - words.length };
    words.push(one);
  }
  return { words, left: 0 };
}

function fromReview({ id, body, author, at }: Review, listening: Listening): Words[] {
  const { writers, requests, since } = listening;
  const source = `r${id}`;
  const counts = source !== listening.source && (requests.includes(id) || at >= since);
  if (!counts || author.bot || !writers.has(author.login)) return [];
  return wordsOf({ source, by: author.login, text: textBefore(body), at });
}

/** Several people may talk in one thread: it is one remark, in their order. */
function fromThread({ path, line, hunk, comments }: OpenThread, { writers }: Listening): Words[] {
  const counting = comments.filter(({ by }) => !by.bot && writers.has(by.login));
  const [first] = counting;
  if (!first) return [];
  const alone = counting.every(({ by }) => by.login === first.by.login);
  const text = counting.map(({ by, body }) => (alone ? body : `${by.login}: ${body}`)).join("\n\n");
  const names = [...new Set(counting.map(({ by }) => by.login))].join(", ").slice(0, 100);
  const { id, at } = counting.at(-1) ?? first;
  return wordsOf({ source: `t${id}`, by: names, text, at }).map((words) => {
    const placed = { ...words, path: path.slice(0, 500), hunk: endOf(hunk) };
    return line === undefined ? placed : { ...placed, line };
  });
}

function fromComment({ id, body, author, createdAt: at }: Comment, listening: Listening): Words[] {
  const source = `c${id}`;
  if (at < listening.since || source === listening.source) return [];
  if (author.bot || !listening.writers.has(author.login)) return [];
  return wordsOf({ source, by: author.login, text: textBefore(body), at });
}

/** Words that are there; what is too long is cut, and says so. */
export function wordsOf({ text, by, ...rest }: Omit<Words, "type" | "cut">): Words[] {
  const whole = text.trim();
  if (whole === "") return [];
  const words: Words = { type: "words", ...rest, by: by.slice(0, 100), text: cutText(whole, most.text) };
  return [words.text === whole ? words : { ...words, cut: true }];
}

/** GitHub shows a comment below the end of its hunk. */
function endOf(hunk: string): string {
  if (hunk.length <= most.hunk) return hunk;
  const end = hunk.slice(-most.hunk);
  return `…\n${end.slice(end.indexOf("\n") + 1)}`;
}

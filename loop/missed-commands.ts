import { answerKey } from "../core/codec/keys.ts";
import { marker } from "../core/codec/markers.ts";
import type { Instant } from "../core/model/ids.ts";
import { isOpen, ownsThread, type Track, taskEntries } from "../core/model/track.ts";
import type { Commented } from "../core/model/trigger.ts";
import type { Comment } from "../core/ports/github.ts";
import { readCommands } from "../core/trigger/read-commands.ts";
import { loadTrack } from "./ledger/tracks.ts";
import type { Ports } from "./ports.ts";

/** What a tick knows when it looks for commands. */
export interface Search {
  since: Instant;
  /** Comments that a tick has answered. */
  handled: { id: string }[];
  tracks: Track[];
  /** Whether an issue's track is over. */
  isDone(issue: number): Promise<boolean>;
}

/** Commands in comments that nobody has counted, and how many comments were looked at. One that was edited does not count. */
export async function missedComments(
  ports: Ports,
  search: Search,
): Promise<{ seen: number; missed: Commented[] }> {
  const comments = await ports.github.commentsSince(search.since);
  const answered = comments.flatMap(({ author, body }) =>
    author.bot ? (marker.parse(body)?.key ?? []) : [],
  );
  const missed: Commented[] = [];
  for (const comment of comments.filter((one) => mayCount(one, search))) {
    if (answered.includes(answerKey.format({ ...comment, kind: "say", source: sourceOf(comment) }))) continue;
    const track = await trackOf(ports, search, comment);
    // Other tools have slash commands too: a pull request that is none of ours is none of our business.
    if (comment.inPull && !track) continue;
    const trigger = fromComment(comment, track);
    if (trigger && !isIn(track?.handled, trigger.source)) missed.push(trigger);
  }
  return { seen: comments.length, missed };
}

/** What the comment itself and our memory say; the ledger is asked after that. */
function mayCount(comment: Comment, { since, handled }: Search): boolean {
  if (comment.author.bot || comment.updatedAt !== comment.createdAt || comment.createdAt < since)
    return false;
  return fromComment(comment, undefined) !== undefined && !isIn(handled, sourceOf(comment));
}

function isIn(handled: { id: string }[] | undefined, source: string): boolean {
  return handled?.some(({ id }) => id === source) ?? false;
}

function sourceOf({ id }: Comment): string {
  return `c${id}`;
}

/** The track of a thread; one that is over is found by its issue. */
async function trackOf(
  { ledger }: Ports,
  { tracks, isDone }: Search,
  { thread, inPull }: Comment,
): Promise<Track | undefined> {
  const open = tracks.find((track) => ownsThread(track, thread));
  if (open || inPull) return open;
  return (await isDone(thread)) ? (await loadTrack(ledger, thread))?.track : undefined;
}

function fromComment(comment: Comment, track: Track | undefined): Commented | undefined {
  const { id, thread, body, author, createdAt } = comment;
  return readCommands({
    issue: track?.issue ?? thread,
    thread,
    source: sourceOf(comment),
    target: { kind: "comment", id },
    body,
    sender: author,
    at: createdAt,
  });
}

/** Approving reviews of what waits for approval. */
export async function missedReviews({ github }: Ports, tracks: Track[]): Promise<Commented[]> {
  const missed: Commented[] = [];
  for (const track of tracks.filter(isOpen)) {
    for (const pull of waitingPulls(track)) {
      for (const review of await github.reviews(pull)) {
        const source = `r${review.id}`;
        if (review.author.bot || isIn(track.handled, source)) continue;
        const trigger = readCommands({
          issue: track.issue,
          thread: pull,
          source,
          body: review.body,
          sender: review.author,
          at: review.at,
          ...(review.state === "approved" ? { approves: review.commit } : {}),
        });
        if (trigger) missed.push(trigger);
      }
    }
  }
  return missed;
}

function waitingPulls(track: Track): number[] {
  const tasks = taskEntries(track).flatMap(([, { status, proposal }]) =>
    status === "review" && proposal ? [proposal.pull] : [],
  );
  return track.phase === "proposed" && track.pull ? [...tasks, track.pull] : tasks;
}

import { answerKey } from "../core/codec/keys.ts";
import { marker } from "../core/codec/markers.ts";
import { mayHoldCommands } from "../core/command/may-hold-commands.ts";
import type { Instant } from "../core/model/ids.ts";
import { isOpen, ownsThread, type Track, taskEntries } from "../core/model/track.ts";
import type { Commented } from "../core/model/trigger.ts";
import type { Comment } from "../core/ports/github/issues.ts";
import type { Review } from "../core/ports/github/pulls.ts";
import type { Said } from "../core/trigger/to-commented.ts";
import { isOurVoice } from "./is-our-voice.ts";
import { loadTrack } from "./ledger/tracks.ts";
import { type MissedTicks, missedTicks } from "./missed-ticks.ts";
import type { Ports } from "./ports.ts";
import { readSaid } from "./read-said.ts";

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
export async function missedComments(ports: Ports, search: Search): Promise<MissedTicks & { seen: number }> {
  const comments = await ports.github.commentsSince(search.since);
  const answered = comments.flatMap(({ author, body }) =>
    isOurVoice(ports, author) ? (marker.parse(body)?.key ?? []) : [],
  );
  const missed: { nodeId: string; trigger: Commented }[] = [];
  for (const comment of comments.filter((one) => mayCount(one, search))) {
    if (answered.includes(answerKey.format({ ...comment, kind: "say", source: sourceOf(comment) }))) continue;
    const track = await trackOf(ports, search, comment);
    // Other tools have slash commands too: a pull request that is none of ours is none of our business.
    if (comment.inPull && !track) continue;
    const trigger = await readSaid(ports, toSaid(comment, track));
    if (trigger && !isIn(track?.handled, trigger.source)) missed.push({ nodeId: comment.nodeId, trigger });
  }
  const ticks = await missedTicks(ports, search, comments);
  const said = [...(await asCreated(ports, missed)), ...ticks.missed];
  return { seen: comments.length, missed: said, unclear: ticks.unclear };
}

/** What counts is what somebody wrote, not what it was made into: an edit within the second of its creation shows in no time. */
async function asCreated(
  { github }: Ports,
  missed: { nodeId: string; trigger: Commented }[],
): Promise<Commented[]> {
  if (missed.length === 0) return [];
  const sound = await github.neverEdited(missed.map(({ nodeId }) => nodeId));
  return missed.filter(({ nodeId }) => sound.includes(nodeId)).map(({ trigger }) => trigger);
}

/** What the comment itself and our memory say; the ledger is asked after that. */
function mayCount(comment: Comment, { since, handled }: Search): boolean {
  if (comment.author.bot || comment.updatedAt !== comment.createdAt || comment.createdAt < since)
    return false;
  return mayHoldCommands(comment.body) && !isIn(handled, sourceOf(comment));
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

function toSaid(comment: Comment, track: Track | undefined): Said {
  const { id, nodeId: node, thread, body, author, createdAt } = comment;
  return {
    type: "said",
    issue: track?.issue ?? thread,
    thread,
    source: sourceOf(comment),
    target: { kind: "comment", id, node },
    body,
    sender: author,
    at: createdAt,
  };
}

/** Approving reviews of what waits for approval. An approval cannot be edited; words can, and do not count then. */
export async function missedReviews(ports: Ports, tracks: Track[]): Promise<Commented[]> {
  const found: { review: Review; track: Track; pull: number }[] = [];
  for (const track of tracks.filter(isOpen)) {
    for (const pull of waitingPulls(track)) {
      const reviews = (await ports.github.reviews(pull)).filter(
        ({ id, author }) => !author.bot && !isIn(track.handled, `r${id}`),
      );
      found.push(...reviews.map((review) => ({ review, track, pull })));
    }
  }
  const speaking = found.flatMap(({ review }) => (mayHoldCommands(review.body) ? [review.nodeId] : []));
  const sound = speaking.length > 0 ? await ports.github.neverEdited(speaking) : [];
  const missed: Commented[] = [];
  for (const { review, track, pull } of found) {
    const { id, body, author, at, state, commit } = review;
    const said: Said = {
      type: "said",
      issue: track.issue,
      thread: pull,
      source: `r${id}`,
      body: sound.includes(review.nodeId) ? body : "",
      sender: author,
      at,
    };
    const trigger = await readSaid(ports, state === "approved" ? { ...said, approves: commit } : said);
    if (trigger) missed.push(trigger);
  }
  return missed;
}

function waitingPulls(track: Track): number[] {
  const tasks = taskEntries(track).flatMap(([, { status, proposal }]) =>
    status === "review" && proposal ? [proposal.pull] : [],
  );
  return track.phase === "proposed" && track.pull ? [...tasks, track.pull] : tasks;
}

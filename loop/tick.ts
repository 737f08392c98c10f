import { answerKey } from "../core/codec/keys.ts";
import { marker } from "../core/codec/markers.ts";
import { parseConfig } from "../core/model/parse-config.ts";
import type { RepositoryState } from "../core/model/repository.ts";
import { isOpen, ownsThread, type Track, taskEntries } from "../core/model/track.ts";
import type { Commented } from "../core/model/trigger.ts";
import type { Comment } from "../core/ports/github.ts";
import { readCommands } from "../core/trigger/read-commands.ts";
import { loadOpenTracks, moveOver } from "./ledger/load-tracks.ts";
import { changeRepository, loadRepository } from "./ledger/repository.ts";
import { isDone, loadTrack } from "./ledger/tracks.ts";
import type { Ports } from "./ports.ts";
import { repairSticky } from "./project.ts";
import { runLoop } from "./run-loop.ts";
import { expireReservations } from "./settle-spending.ts";

const dayMs = 24 * 3_600_000;
/** Read again what came shortly before the last tick: GitHub's lists lag. */
const overlapMs = 10 * 60_000;

/** Heals what events missed: commands, reviews and labels first, then every track with something left to do. */
export async function tick(ports: Ports): Promise<void> {
  const now = ports.now();
  const state = await loadRepository(ports);
  const since = state.cursor ?? new Date(now.getTime() - dayMs).toISOString();
  const saved = await loadOpenTracks(ports);
  const moved = await moveOver(ports.ledger, saved);
  const tracks = saved.map(({ track }) => track).filter(({ issue }) => !moved.includes(issue));
  const missed = [
    ...(await missedComments(ports, tracks, { ...state, cursor: since })),
    ...(await missedReviews(ports, tracks)),
  ];
  for (const trigger of missed) {
    await guarded(ports, trigger.issue, () => runLoop(ports, trigger.issue, trigger));
  }
  await planLabeled(ports, tracks);
  for (const { issue } of tracks) {
    await guarded(ports, issue, async () => {
      const track = await runLoop(ports, issue, { type: "ticked" });
      if (track) await repairSticky(ports, track);
    });
  }
  await expireReservations(ports);
  await rememberTick(
    ports,
    now,
    missed.map(({ source }) => source),
  );
}

async function rememberTick(ports: Ports, now: Date, sources: string[]): Promise<void> {
  const cursor = new Date(now.getTime() - overlapMs).toISOString();
  await guarded(ports, 0, () =>
    changeRepository(ports, "tick", (state) => {
      const handled = [...state.handled, ...sources.map((id) => ({ id, at: now.toISOString() }))];
      return { ...state, cursor, handled: handled.filter((one) => one.at >= cursor) };
    }),
  );
}

/** One broken track does not hold up the others. */
async function guarded(ports: Ports, issue: number, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    ports.log.warn("a track could not be worked on", {
      issue,
      why: error instanceof Error ? error.message : String(error),
    });
  }
}

/** Comments since the cursor whose commands nobody has counted. One that was edited does not count. */
async function missedComments(
  ports: Ports,
  tracks: Track[],
  state: RepositoryState & { cursor: string },
): Promise<Commented[]> {
  const comments = await ports.github.commentsSince(state.cursor);
  const said = comments.flatMap(({ author, body }) => (author.bot ? (marker.parse(body)?.key ?? []) : []));
  const missed: Commented[] = [];
  for (const comment of comments) {
    if (comment.author.bot || comment.updatedAt !== comment.createdAt) continue;
    if (comment.createdAt < state.cursor || !fromComment(comment, undefined)) continue;
    const track = await trackOf(ports, tracks, comment);
    // Other tools have slash commands too: a pull request that is none of ours is none of our business.
    if (comment.inPull && !track) continue;
    const trigger = fromComment(comment, track);
    if (!trigger || said.includes(answerKey.format({ ...trigger, kind: "say" }))) continue;
    const handled = [...(track?.handled ?? []), ...state.handled];
    if (!handled.some(({ id }) => id === trigger.source)) missed.push(trigger);
  }
  return missed;
}

/** The track of a thread; one that is over is found by its issue. */
async function trackOf(
  { ledger }: Ports,
  tracks: Track[],
  { thread, inPull }: Comment,
): Promise<Track | undefined> {
  const open = tracks.find((track) => ownsThread(track, thread));
  if (open || inPull) return open;
  return (await isDone(ledger, thread)) ? (await loadTrack(ledger, thread))?.track : undefined;
}

function fromComment(comment: Comment, track: Track | undefined): Commented | undefined {
  const { id, thread, body, author, createdAt } = comment;
  return readCommands({
    issue: track?.issue ?? thread,
    thread,
    source: `c${id}`,
    target: { kind: "comment", id },
    body,
    sender: author,
    at: createdAt,
  });
}

/** Approving reviews of what waits for approval. */
async function missedReviews({ github }: Ports, tracks: Track[]): Promise<Commented[]> {
  const missed: Commented[] = [];
  for (const track of tracks.filter(isOpen)) {
    const waiting = taskEntries(track).flatMap(([, { status, proposal }]) =>
      status === "review" && proposal ? [proposal.pull] : [],
    );
    if (track.phase === "proposed" && track.pull) waiting.push(track.pull);
    for (const pull of waiting) {
      for (const review of await github.reviews(pull)) {
        const source = `r${review.id}`;
        if (review.author.bot || track.handled.some(({ id }) => id === source)) continue;
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

/** Labelled issues without a track: the one who labelled has to be allowed to, so the issue's events are asked. */
async function planLabeled(ports: Ports, tracks: Track[]): Promise<void> {
  const { github, ledger, log } = ports;
  const { files } = await github.look({ files: [{ path: ".github/gsd.yml", ref: "HEAD" }] });
  const config = parseConfig(files[0]?.text);
  if (!config.ok) return log.warn("the configuration is not valid; labels are not looked at");
  const { label } = config.config;
  for (const { number } of await github.issuesLabeled(label)) {
    if (tracks.some(({ issue, phase }) => issue === number && phase !== "asking")) continue;
    if (await isDone(ledger, number)) continue;
    const labeled = await github.labeledBy(number, label);
    if (!labeled) continue;
    const trigger = {
      type: "issue-labeled",
      issue: number,
      label,
      sender: labeled.by,
      at: labeled.at,
    } as const;
    await guarded(ports, number, () => runLoop(ports, number, trigger));
  }
}

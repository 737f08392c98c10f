import { answerKey } from "../core/codec/keys.ts";
import { marker } from "../core/codec/markers.ts";
import { parseConfig } from "../core/model/parse-config.ts";
import { isOpen, type Track, taskEntries } from "../core/model/track.ts";
import type { Commented } from "../core/model/trigger.ts";
import type { Watch } from "../core/model/watch.ts";
import type { Comment } from "../core/ports/github.ts";
import { readCommands } from "../core/trigger/read-commands.ts";
import type { Ports } from "./ports.ts";
import { repairSticky } from "./project.ts";
import { runLoop } from "./run-loop.ts";

const dayMs = 24 * 3_600_000;
/** Read again what came shortly before the last tick: GitHub's lists lag. */
const overlapMs = 10 * 60_000;

/** Heals what events missed: commands, reviews and labels first, then every open track. */
export async function tick(ports: Ports): Promise<void> {
  const { ledger, log } = ports;
  const now = ports.now();
  const watched = await ledger.loadWatch();
  const watch = watched?.watch ?? {
    version: 1,
    cursor: new Date(now.getTime() - dayMs).toISOString(),
    handled: [],
  };
  const tracks = await loadTracks(ports);
  for (const trigger of [
    ...(await missedComments(ports, tracks, watch)),
    ...(await missedReviews(ports, tracks)),
  ]) {
    await guarded(ports, trigger.issue, () => runLoop(ports, trigger.issue, trigger));
    watch.handled.push({ id: trigger.source, at: now.toISOString() });
  }
  await planLabeled(ports, tracks);
  for (const issue of await ledger.issues()) {
    await guarded(ports, issue, async () => {
      const track = await runLoop(ports, issue, { type: "ticked" });
      if (track) await repairSticky(ports, track);
    });
  }
  const cursor = new Date(now.getTime() - overlapMs).toISOString();
  const handled = watch.handled.filter((one) => one.at >= cursor);
  if ((await ledger.saveWatch({ version: 1, cursor, handled }, watched?.version)) === "conflict") {
    log.info("another tick was faster");
  }
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

async function loadTracks({ ledger }: Ports): Promise<Track[]> {
  const tracks: Track[] = [];
  for (const issue of await ledger.issues()) {
    const saved = await ledger.load(issue).catch(() => undefined);
    if (saved) tracks.push(saved.track);
  }
  return tracks;
}

/** Comments since the cursor whose commands nobody has counted. One that was edited does not count. */
async function missedComments({ github }: Ports, tracks: Track[], watch: Watch): Promise<Commented[]> {
  const comments = await github.commentsSince(watch.cursor);
  const said = comments.flatMap(({ author, body }) => (author.bot ? (marker.parse(body)?.key ?? []) : []));
  return comments.flatMap((comment) => {
    const track = trackOfThread(tracks, comment.thread);
    // Other tools have slash commands too: a pull request that is none of ours is none of our business.
    const foreign = comment.author.bot || (comment.inPull && !track);
    if (foreign || comment.updatedAt !== comment.createdAt) return [];
    const trigger = fromComment(comment, track);
    if (!trigger || comment.createdAt < watch.cursor) return [];
    if (said.includes(answerKey.format({ ...trigger, kind: "say" }))) return [];
    return [...(track?.handled ?? []), ...watch.handled].some(({ id }) => id === trigger.source)
      ? []
      : [trigger];
  });
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
    const waiting = taskEntries(track).flatMap(([, task]) =>
      task.status === "review" && task.pull ? [task.pull] : [],
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
  const { github, log } = ports;
  const { defaultBranch } = await github.repository();
  const config = parseConfig((await github.readFile(".github/gsd.yml", defaultBranch))?.text);
  if (!config.ok) return log.warn("the configuration is not valid; labels are not looked at");
  for (const issue of await github.issuesLabeled(config.config.label)) {
    if (tracks.some((track) => track.issue === issue.number)) continue;
    const labeled = await github.labeledBy(issue.number, config.config.label);
    if (!labeled) continue;
    const trigger = {
      type: "issue-labeled",
      issue: issue.number,
      label: config.config.label,
      sender: labeled.by,
      at: labeled.at,
    } as const;
    await guarded(ports, issue.number, () => runLoop(ports, issue.number, trigger));
  }
}

function trackOfThread(tracks: Track[], thread: number): Track | undefined {
  return tracks.find((track) => {
    const pulls = [
      track.pull,
      ...Object.values(track.tasks).map((task) => task.pull),
      ...track.rollbacks.map((one) => one.pull),
    ];
    return track.issue === thread || pulls.includes(thread);
  });
}

import { shownAt } from "../core/codec/markers.ts";
import { nextEdit } from "../core/decide/next-edit.ts";
import { GsdError } from "../core/gsd-error.ts";
import type { PullText } from "../core/model/facts.ts";
import type { Mark } from "../core/model/mark.ts";
import { isOver, mostSavers, type Track } from "../core/model/track.ts";
import type { Trigger } from "../core/model/trigger.ts";
import type { TextEdit } from "../core/ports/github/issues.ts";
import { ledgerNote } from "../core/render/ledger-note.ts";
import { changedStates, pullStates, withState } from "../core/render/pull-states.ts";
import { renderSticky } from "../core/render/sticky.ts";
import { marksOf, newMarks } from "../core/view/marks.ts";
import { loadTrack } from "./ledger/tracks.ts";
import type { Ports } from "./ports.ts";

/**
 * The digest of what the sticky comment should say, times aside, is saved with the track, so that it is written once per change;
 * and when that is, so that whoever changes it next knows how soon they may. `before` is what this loop found.
 */
export function withProjection(ports: Ports, track: Track, before: Track | undefined): Track {
  const { sticky } = track;
  const digest = sticky && ports.sha256(renderSticky(track));
  if (!sticky || digest === undefined || digest === sticky.digest) return track;
  const at = nextEdit(before?.sticky?.at, ports.now().toISOString(), ports.betweenEditsMs);
  return { ...track, sticky: { ...sticky, digest, at } };
}

/** The track as this loop saves it. */
export function signed({ owner }: Ports, track: Track): Track {
  const others = (track.savedBy ?? []).filter((one) => one !== owner);
  return { ...track, saves: (track.saves ?? 0) + 1, savedBy: [...others, owner].slice(-mostSavers) };
}

/** A track before and after a loop, and the bodies that the loop has read. */
export interface Projection {
  before: Track | undefined;
  after: Track;
  texts: ReadonlyMap<number, PullText>;
  /** The digest of the progress comment, where the loop has made it. */
  made: string | undefined;
  /** What the loop began with. */
  trigger: Trigger;
  /** Effects that the loop has tried. */
  tried: ReadonlySet<string>;
}

/**
 * Writes the sticky comment, the bodies of pull requests and the signs beside comments where they should say something else, in
 * one request. Where the comment was edited a moment ago, it alone waits, so that a burst of changes is one edit.
 */
export async function project(ports: Ports, projection: Projection): Promise<void> {
  const { after, trigger, made } = projection;
  const shown = wasCutShort(ports, projection) ? undefined : projection.before;
  const isNews = after.sticky !== undefined && after.sticky.digest !== (made ?? shown?.sticky?.digest);
  // A tick looks at all bodies: whoever saved last may have died before it wrote them.
  const before = trigger.type === "ticked" ? undefined : shown;
  const edits = (await guarded(ports, () => bodyEdits(ports, { ...projection, before }))) ?? [];
  // It writes all signs where it writes anything: once the texts are as they should be, nobody can tell that one is missing.
  const isRepair = trigger.type === "ticked" && (isNews || edits.length > 0);
  const marks = isRepair ? marksOf(after) : newMarks(shown, after);
  const ms = isNews ? Date.parse(after.sticky?.at ?? "") - ports.now().getTime() : 0;
  const isDue = !(ms > 0);
  await write(ports, after, { edits: [...edits, ...marks], sticky: isNews && isDue });
  if (isDue) return;
  const waiting = writeLater(ports, after, ms);
  if (!ports.later) return waiting;
  ports.later(waiting);
}

async function writeLater(ports: Ports, track: Track, ms: number): Promise<void> {
  await ports.github.pause(ms);
  // A track that is over is shown before it is saved, and nobody comes after.
  const saved = isOver(track) ? undefined : await guarded(ports, () => loadTrack(ports.ledger, track.issue));
  const now = saved?.track ?? track;
  // Whoever has changed it since writes it, and this change with theirs.
  if (now.sticky?.digest === track.sticky?.digest) await write(ports, now, { edits: [], sticky: true });
}

/**
 * Whether an earlier loop may have saved what it never showed: this one took over effects of it, or is the same delivery or
 * run once more. A tick is never the same, and looks at everything anyway.
 */
function wasCutShort({ owner }: Ports, { before, trigger, tried }: Projection): boolean {
  if (!before) return false;
  const isAgain = trigger.type !== "ticked" && (before.savedBy ?? []).includes(owner);
  return isAgain || before.outbox.some(({ key }) => tried.has(key));
}

/** What a tick does about texts that a crash or a race left behind: they are written together, so the sticky comment tells. */
export async function repairTexts(ports: Ports, track: Track): Promise<void> {
  if (!track.sticky) return;
  const comments = await ports.github.comments(track.issue);
  const found = comments.find((comment) => comment.id === track.sticky?.comment);
  if (!found || ledgerNote.remove(found.body) === renderSticky(track, shownAt.parse(found.body))) return;
  const all = { before: undefined, after: track, texts: new Map() };
  const edits = (await guarded(ports, () => bodyEdits(ports, all))) ?? [];
  await write(ports, track, { edits: [...edits, ...marksOf(track)], sticky: true });
}

/** Bodies that this loop has read are brought up to date in any case; others are read when the state says that they changed. */
async function bodyEdits(
  ports: Ports,
  { before, after, texts }: Pick<Projection, "before" | "after" | "texts">,
): Promise<TextEdit[]> {
  const changed = changedStates(before, after).map(({ pull }) => pull);
  const unread = changed.filter((pull) => !texts.has(pull));
  const { pulls } = unread.length > 0 ? await ports.github.look({ pulls: unread }) : { pulls: [] };
  const known = new Map([...texts, ...pulls.flatMap((pull) => (pull ? [[pull.number, pull] as const] : []))]);
  return pullStates(after).flatMap((state) => {
    const text = known.get(state.pull);
    const body = text && withState(text.body, state);
    return text && body !== undefined && body !== text.body
      ? [{ type: "pull" as const, nodeId: text.nodeId, body }]
      : [];
  });
}

interface Writing {
  edits: (TextEdit | Mark)[];
  /** Whether the sticky comment is written too. */
  sticky: boolean;
}

/** A text that cannot be written is no reason to fail: the next change or tick writes it. */
async function write(ports: Ports, track: Track, { edits, sticky }: Writing): Promise<void> {
  const { github } = ports;
  const comment = sticky ? track.sticky : undefined;
  const body = comment
    ? ledgerNote.add(renderSticky(track, ports.now().toISOString()), {
        commit: ports.ledger.latest(),
        saves: track.saves,
      })
    : "";
  const together: (TextEdit | Mark)[] =
    comment?.node === undefined ? edits : [{ type: "comment", nodeId: comment.node, body }, ...edits];
  const isWritten =
    together.length === 0 || (await guarded(ports, () => github.writeTexts(together).then(() => true)));
  if (comment && (comment.node === undefined || !isWritten)) {
    await guarded(ports, () => github.updateComment(comment.comment, body));
  }
}

const mostTries = 3;

/** Failures that may pass are waited for: a text says the same when it is written twice. */
async function guarded<T>({ github, log }: Ports, act: () => Promise<T>): Promise<T | undefined> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await act();
    } catch (error) {
      const code = error instanceof GsdError ? error.code : "unknown";
      log.warn("could not bring a text up to date", { code, attempt });
      if (code !== "unavailable" || attempt >= mostTries) return undefined;
      await github.pause(500 * 2 ** attempt);
    }
  }
}

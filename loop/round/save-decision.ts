import { isDeepStrictEqual } from "node:util";
import { effectKey } from "../../core/codec/keys.ts";
import { formatSaveMessage } from "../../core/codec/save-message.ts";
import type { Decision } from "../../core/decide/decide.ts";
import { GsdError } from "../../core/gsd-error.ts";
import { isOver } from "../../core/model/track.ts";
import { giveAnswers } from "../give-answers.ts";
import { saveTrack } from "../ledger/tracks.ts";
import type { Ports } from "../ports.ts";
import { signed, withProjection } from "../project.ts";
import { withoutGiven } from "../react-first.ts";
import type { Found } from "../read-missing.ts";
import type { Loop } from "./loop.ts";
import { show } from "./show.ts";

/** How often a save may lose to another writer before we give up; the next event tries again. */
const mostConflicts = 12;

type Decided = Pick<Extract<Decision, { type: "track" }>, "track" | "day">;

/** Saves the new state with its effects, in one compare-and-swap, before anything is done. */
export async function saveDecision(
  ports: Ports,
  loop: Loop,
  { decision, found }: { decision: Decided; found: Found },
): Promise<"saved" | "same" | "conflict"> {
  const next = withProjection(ports, withoutGiven(decision.track, loop.given), loop.before);
  const { day } = decision;
  if (!day && isDeepStrictEqual(next, loop.saved?.track)) return "same";
  // No tick visits a track that is over: whoever dies here leaves it among those that have something left to do.
  loop.isShown = isOver(next) && loop.saved?.folder === "tracks";
  if (loop.isShown) await show(ports, loop, next);
  const saving = await saveTrack(ports.ledger, signed(ports, next), {
    saved: loop.saved,
    message: formatSaveMessage(loop.trigger, loop.outcomes),
    days: day && found.day ? [{ ...found.day, day }] : [],
  }).catch((error: unknown) => tellFull(ports, loop, error));
  if (saving.type === "saved") {
    loop.saved = saving.saved;
    loop.tally.saves += 1;
    return "saved";
  }
  loop.isShown = false;
  loop.tally.conflicts += 1;
  if (loop.tally.conflicts > mostConflicts) throw busy(loop.issue);
  // Whoever was faster shows what they saved; what this loop saved before is still its own to show.
  if (loop.before === loop.saved?.track) loop.before = saving.now?.track;
  loop.saved = saving.now;
  return "conflict";
}

/** A track that does not fit is told in its thread, once; the run ends in red. */
async function tellFull(ports: Ports, { issue }: Loop, error: unknown): Promise<never> {
  if (error instanceof GsdError && error.code === "ledger-full") {
    const key = effectKey.format(issue, "say", "ledger-full");
    const notices = [{ type: "ledger-full" as const, text: error.message }];
    await giveAnswers(ports, [{ key, effect: { type: "say", thread: issue, notices } }]);
  }
  throw error;
}

function busy(issue: number): GsdError {
  return new GsdError(
    "ledger-busy",
    `The track of #${issue} is being written by others; the next event tries again.`,
  );
}

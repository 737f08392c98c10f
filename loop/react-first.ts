import type { OutboxEntry } from "../core/model/effect.ts";
import type { Moment } from "../core/model/facts.ts";
import type { Track } from "../core/model/track.ts";
import type { Ports } from "./ports.ts";

/** Keys of the reactions that a loop has given. */
export type Given = Set<string>;

/**
 * Gives the reactions of a decision before anything else is read or saved, so that people see at once that they were heard.
 * GitHub wants a pause between two writes: what comes first waits for none. To repeat a reaction is harmless, so it need not
 * be saved before it is given; one that did not go through stays in the outbox.
 */
export async function reactFirst(
  ports: Ports,
  { outbox }: Track,
  { moment, given }: { moment: Moment; given: Given },
): Promise<void> {
  for (const { key, effect, owner, at } of outbox) {
    if (effect.type !== "react" || owner !== moment.owner || at !== moment.now || given.has(key)) continue;
    try {
      await ports.github.react(effect.target, effect.reaction);
      given.add(key);
    } catch (error) {
      ports.log.warn("a reaction has to wait", { key, why: error instanceof Error ? error.message : "" });
    }
  }
}

/** The track without the reactions that were given. */
export function withoutGiven(track: Track, given: Given): Track {
  const isLeft = ({ key }: OutboxEntry) => !given.has(key);
  return track.outbox.every(isLeft) ? track : { ...track, outbox: track.outbox.filter(isLeft) };
}

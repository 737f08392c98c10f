import { leaseMs } from "../core/decide/decide.ts";
import { minuteMs } from "./is-due.ts";
import type { Place } from "./read-place.ts";
import type { Timers } from "./timers.ts";

/** What a process left that ended in the middle of its work is another's until its lease has run out. */
const againAfterMs = leaseMs + minuteMs;

/** Remembers where a tick left something that was another's: there the next tick comes when it is nobody's any more, once. */
export function createReminder({ now }: Pick<Timers, "now">) {
  const waits = new Map<number, { place: Place; at: number }>();
  const reminded = new Set<number>();
  return {
    note(place: Place, left: number) {
      const { repositoryId } = place;
      const isSecond = reminded.delete(repositoryId);
      if (left > 0 && !isSecond) waits.set(repositoryId, { place, at: now().getTime() + againAfterMs });
    },
    due(): Place[] {
      const over = [...waits.values()].filter(({ at }) => at <= now().getTime()).map(({ place }) => place);
      for (const { repositoryId } of over) {
        waits.delete(repositoryId);
        reminded.add(repositoryId);
      }
      return over;
    },
  };
}

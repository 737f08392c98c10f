import { mergesIntoDefault, movesDefault } from "../core/trigger/moves-default.ts";
import type { RawEvent } from "../core/trigger/raw-event.ts";
import { toTrigger } from "../core/trigger/to-trigger.ts";
import type { AppLog } from "./create-log.ts";
import { isOwnVoice } from "./is-own-voice.ts";
import type { Queue, Taken } from "./queue.ts";
import { readPlace } from "./read-place.ts";

/** A webhook whose signature was right. */
export interface Delivery extends RawEvent {
  id: string;
}

export interface ReceiverOptions {
  queue: Pick<Queue, "push">;
  /** Our own bot's login, once known. */
  ownLogin(): string | undefined;
  log: AppLog;
}

/** Takes a delivery: what concerns a track is queued, everything else is `nothing` and let go. */
export type Receive = (delivery: Delivery) => Promise<Taken | "nothing">;

export function createReceiver({ queue, ownLogin, log }: ReceiverOptions): Receive {
  return async (delivery) => {
    const { id, name } = delivery;
    const aimed = movesDefault(delivery) ? "tracks" : toTrigger(delivery);
    if (!aimed || isOwnVoice(delivery, ownLogin())) {
      log.debug("nothing for gsd", { id, name });
      return "nothing";
    }
    const place = readPlace(delivery.payload);
    if (!place) {
      log.warn("an event without installation or repository", { id, name });
      return "nothing";
    }
    const taken = await queue.push({
      type: "event",
      id,
      name,
      place,
      aimed,
      merges: mergesIntoDefault(delivery),
    });
    if (taken === "known") log.info("a doubled delivery", { id, name });
    return taken;
  };
}

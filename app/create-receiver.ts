import { GsdError } from "../core/gsd-error.ts";
import type { Trigger } from "../core/model/trigger.ts";
import type { Parse } from "../core/parse/parsers.ts";
import { mergesIntoDefault, movesDefault } from "../core/trigger/moves-default.ts";
import type { RawEvent } from "../core/trigger/raw-event.ts";
import type { BoardEdit } from "../core/trigger/to-board-edit.ts";
import type { Aimed } from "../core/trigger/to-trigger.ts";
import { toTrigger } from "../core/trigger/to-trigger.ts";
import { lookAtConflicts } from "../loop/look-at-conflicts.ts";
import { obeyEdit } from "../loop/obey-boxes.ts";
import type { Ports } from "../loop/ports.ts";
import { readTrigger } from "../loop/read-said.ts";
import { runLoop } from "../loop/run-loop.ts";
import type { AppLog } from "./create-log.ts";
import type { Memory } from "./create-memory.ts";
import type { Queue } from "./create-queue.ts";
import { isOwnVoice } from "./is-own-voice.ts";
import { type Place, readPlace } from "./read-place.ts";

/** A webhook whose signature was right. */
export interface Delivery extends RawEvent {
  id: string;
}

export interface ReceiverOptions {
  queue: Queue;
  /** Deliveries whose work is done. GitHub keeps the id when it sends one again. */
  done: Memory;
  connect(place: Place, delivery: string): Promise<Ports>;
  /** Reads what people wrote, in its lane: others do not wait for it. */
  parse: Parse;
  /** Called when a loop failed: what is cached about the place may be the reason. */
  forget(place: Place): void;
  /** Our own bot's login, once known. */
  ownLogin(): string | undefined;
  log: AppLog;
}

/** Takes deliveries: what concerns a track is queued, everything else is let go. */
export function createReceiver(options: ReceiverOptions): (delivery: Delivery) => void {
  const { queue, done, log } = options;
  return (delivery) => {
    const { id, name } = delivery;
    const aimed = movesDefault(delivery) ? "tracks" : toTrigger(delivery);
    const place = readPlace(delivery.payload);
    const merges = mergesIntoDefault(delivery);
    if (!aimed || isOwnVoice(delivery, options.ownLogin())) return log.debug("nothing for gsd", { id, name });
    if (!place) return log.warn("an event without installation or repository", { id, name });
    const lane = aimed === "tracks" ? `${place.repositoryId}` : `${place.repositoryId}#${aimed.issue}`;
    queue.push({ installation: place.installation, lane }, async () => {
      // Asked here, not before: its twin may have been in the lane ahead of it.
      if (done.has(id)) return log.info("a doubled delivery", { id, name });
      if (await work(options, { id, name, aimed, merges, place })) done.add(id);
    });
  };
}

/** What is kept of a delivery while it waits: a payload can be megabytes. */
interface Work extends Pick<Delivery, "id" | "name"> {
  /** One track, or all of the repository. */
  aimed: Aimed | "tracks";
  /** Whether it also moved the default branch. */
  merges: boolean;
  place: Place;
}

/** A loop that fails is not tried again here: the next event or tick does what is left. */
async function work(options: ReceiverOptions, { id, name, aimed, merges, place }: Work): Promise<boolean> {
  const fields = {
    id,
    event: name,
    repository: `${place.owner}/${place.repo}`,
    ...(aimed === "tracks" ? {} : { issue: aimed.issue }),
  };
  const started = performance.now();
  try {
    const due = aimed === "tracks" ? aimed : await readAimed(options, aimed);
    if (!due) {
      options.log.debug("nothing for gsd", { id, name });
      return true;
    }
    const ports = await options.connect(place, id);
    const said = await handle(ports, due);
    if (merges) await lookAtConflicts(ports);
    const ms = Math.round(performance.now() - started);
    const ledger = ports.ledger.latest() ?? "none";
    options.log.info("looped", { ...fields, ...said, ledger, ms });
    return true;
  } catch (error) {
    options.forget(place);
    const failure =
      error instanceof GsdError ? error : new GsdError("unknown", String(error), { cause: error });
    options.log.error("a loop failed", { ...fields, code: failure.code, why: failure.message });
    return false;
  }
}

/** One track's trigger, boxes of the dashboard, or all tracks. */
type Due = { issue: number; trigger: Trigger } | BoardEdit | "tracks";

async function readAimed(
  options: ReceiverOptions,
  { issue, trigger: event }: Aimed,
): Promise<Due | undefined> {
  if (event.type === "board-edited") return event;
  const trigger = await readTrigger(options, event);
  return trigger && { issue, trigger };
}

async function handle(ports: Ports, due: Due): Promise<{ trigger: string; phase?: string }> {
  if (due === "tracks") {
    await lookAtConflicts(ports);
    return { trigger: "base-moved" };
  }
  if ("boxes" in due) {
    await obeyEdit(ports, due);
    return { trigger: due.type };
  }
  const track = await runLoop(ports, due.issue, due.trigger);
  return { trigger: due.trigger.type, phase: track?.phase ?? "none" };
}

import { randomUUID } from "node:crypto";
import { GsdError } from "../core/gsd-error.ts";
import type { Ports } from "../loop/ports.ts";
import { tick } from "../loop/tick.ts";
import type { AppLog } from "./create-log.ts";
import type { Queue } from "./create-queue.ts";
import { isDue, minuteMs } from "./is-due.ts";
import type { Place } from "./read-place.ts";
import type { Timers } from "./timers.ts";

/** Before that, webhooks that waited for the App's start come first. */
const firstAfterMs = 3 * minuteMs;
/** Ticks that are in the queue at the same time: the rest of it is for events, and a queue full of ticks would refuse them. */
const mostAtOnce = 2;

export interface TickerOptions {
  /** Between two ticks of a repository; 0 for no ticks by the clock. */
  minutes: number;
  queue: Queue;
  timers: Timers;
  listPlaces(): Promise<Place[]>;
  connect(place: Place, delivery: string): Promise<Ports>;
  /** Called when a tick failed: what is cached about the place may be the reason. */
  forget(place: Place): void;
  log: AppLog;
}

/** What the App's ticks came to since its start. */
export interface Ticks {
  done: number;
  failed: number;
  /** When the last one ended. */
  last: string | undefined;
  /** How often all repositories were ticked at once. */
  rounds: number;
}

/** Ticks every repository that the App is installed on, each at its own minute of the hour. */
export interface Ticker {
  start(): void;
  stop(): void;
  /** Ticks all repositories now. */
  tickAll(): void;
  ticks(): Ticks;
}

export function createTicker(options: TickerOptions): Ticker {
  const { minutes, queue, timers, log } = options;
  const ticks: Ticks = { done: 0, failed: 0, last: undefined, rounds: 0 };
  const places = createPlaces(options);
  /** Places that wait or are ticked, by repository: one that is there will see what another tick would. */
  const due = new Map<number, Place>();
  /** Minutes up to here were looked at. */
  let looked = timers.now();
  let running = 0;
  let stopped = false;
  let endBeats = () => {};

  const work = async (place: Place) => {
    const ok = await tickPlace(options, place);
    ticks[ok ? "done" : "failed"] += 1;
    ticks.last = timers.now().toISOString();
    due.delete(place.repositoryId);
    running -= 1;
    pushNext();
  };
  const pushNext = () => {
    for (const place of [...due.values()].slice(running)) {
      if (stopped || running >= mostAtOnce) return;
      running += 1;
      queue.push(`${place.repositoryId}`, () => work(place));
    }
  };
  const pushSome = (freshness: "known" | "new", isWanted: (place: Place) => boolean) =>
    queue.push("installations", async () => {
      const wanted = (await places(freshness)).filter(isWanted);
      for (const place of wanted) if (!due.has(place.repositoryId)) due.set(place.repositoryId, place);
      pushNext();
    });
  const beat = (started: Date) => {
    const now = timers.now();
    if (now.getTime() - started.getTime() < firstAfterMs) return;
    if (queue.load().overloaded) return log.warn("too much is waiting; ticks wait too");
    const span = { after: looked, until: now, minutes };
    looked = now;
    pushSome("known", ({ repositoryId }) => isDue(repositoryId, span));
  };
  return {
    start() {
      const started = timers.now();
      looked = started;
      if (minutes > 0) endBeats = timers.every(minuteMs, () => beat(started));
    },
    stop() {
      stopped = true;
      endBeats();
    },
    tickAll() {
      ticks.rounds += 1;
      pushSome("new", () => true);
    },
    ticks: () => ({ ...ticks }),
  };
}

/** The places, listed anew once an interval; a list that fails leaves the one before. */
function createPlaces({ listPlaces, timers, minutes, log }: TickerOptions) {
  let known: { places: Place[]; at: number } | undefined;
  return async (freshness: "known" | "new"): Promise<Place[]> => {
    const now = timers.now().getTime();
    if (known && freshness === "known" && now - known.at < minutes * minuteMs) return known.places;
    try {
      known = { places: await listPlaces(), at: now };
    } catch (error) {
      log.error("the App's installations could not be listed", wordsFor(error));
    }
    return known?.places ?? [];
  };
}

/** A tick that fails is logged; the next one comes by itself. */
async function tickPlace({ connect, forget, log }: TickerOptions, place: Place): Promise<boolean> {
  const repository = `${place.owner}/${place.repo}`;
  const started = performance.now();
  try {
    await tick(await connect(place, `tick-${randomUUID()}`));
    log.info("ticked", { repository, ms: Math.round(performance.now() - started) });
    return true;
  } catch (error) {
    forget(place);
    log.error("a tick failed", { repository, ...wordsFor(error) });
    return false;
  }
}

function wordsFor(error: unknown): { code: string; why: string } {
  const failure = error instanceof GsdError ? error : new GsdError("unknown", String(error));
  return { code: failure.code, why: failure.message };
}

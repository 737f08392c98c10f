import { randomUUID } from "node:crypto";
import { leaseMs } from "../core/decide/decide.ts";
import { GsdError } from "../core/gsd-error.ts";
import type { Ports } from "../loop/ports.ts";
import { tick } from "../loop/tick.ts";
import type { AppLog } from "./create-log.ts";
import type { Queue } from "./create-queue.ts";
import { isDue, minuteMs } from "./is-due.ts";
import type { Place } from "./read-place.ts";
import type { Timers } from "./timers.ts";

/** Before that the tick at the start, and webhooks that waited for it, come first. */
const firstAfterMs = 3 * minuteMs;
/** Ticks that are in the queue at the same time: the rest of it is for events. */
const mostAtOnce = 2;
/** What a process left that ended in the middle of its work is another's until its lease has run out. */
const againAfterMs = leaseMs + minuteMs;

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

/** Ticks every repository that the App is installed on: at the start, then each at its own minute of the hour. */
export interface Ticker {
  start(): void;
  stop(): void;
  /** Ticks all repositories now. */
  tickAll(): void;
  ticks(): Ticks;
}

export function createTicker(options: TickerOptions): Ticker {
  const { minutes, queue, timers } = options;
  const ticks: Ticks = { done: 0, failed: 0, last: undefined, rounds: 0 };
  const places = createPlaces(options);
  const again = createReminder(timers);
  /** Places that wait or are ticked, by repository: one that is there will see what another tick would. */
  const due = new Map<number, Place>();
  const running = new Set<number>();
  /** Minutes up to here were looked at. */
  let looked = timers.now();
  /** Whether all repositories were ticked since the start: an App that was down may have missed anything. */
  let caughtUp = false;
  let stopped = false;
  let endBeats = () => {};

  const work = async (place: Place) => {
    const left = await tickPlace(options, place);
    ticks[left === undefined ? "failed" : "done"] += 1;
    ticks.last = timers.now().toISOString();
    again.note(place, left ?? 0);
    due.delete(place.repositoryId);
    running.delete(place.repositoryId);
    pushNext();
  };
  const pushNext = () => {
    for (const place of due.values()) {
      if (stopped || running.size >= mostAtOnce) return;
      const { repositoryId, installation } = place;
      // Where too many events wait, the tick waits for these, and not in front of the others' ticks.
      if (running.has(repositoryId) || queue.isFull(installation)) continue;
      running.add(repositoryId);
      queue.push({ installation, lane: `${repositoryId}` }, () => work(place));
    }
  };
  const add = (wanted: Place[]) => {
    for (const place of wanted) if (!due.has(place.repositoryId)) due.set(place.repositoryId, place);
    pushNext();
  };
  const listAnd = (freshness: "known" | "new", take: (found: Place[]) => void) =>
    queue.push({ installation: 0, lane: "installations" }, async () => {
      const found = await places(freshness);
      if (found) take(found);
    });
  const tickAll = () => {
    ticks.rounds += 1;
    listAnd("new", (found) => {
      caughtUp = true;
      add(found);
    });
  };
  const beat = (started: Date) => {
    const now = timers.now();
    add(again.due());
    if (now.getTime() - started.getTime() < firstAfterMs) return;
    const span = { after: looked, until: now, minutes };
    looked = now;
    if (!caughtUp) tickAll();
    else listAnd("known", (found) => add(found.filter(({ repositoryId }) => isDue(repositoryId, span))));
  };
  return {
    start() {
      const started = timers.now();
      looked = started;
      if (minutes === 0) return;
      tickAll();
      endBeats = timers.every(minuteMs, () => beat(started));
    },
    stop() {
      stopped = true;
      endBeats();
    },
    tickAll,
    ticks: () => ({ ...ticks }),
  };
}

/** Remembers where a tick left something that was another's: there the next tick comes when it is nobody's any more, once. */
function createReminder({ now }: Timers) {
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

/** The places, listed anew once an interval; a list that fails leaves the one before. */
function createPlaces({ listPlaces, timers, minutes, log }: TickerOptions) {
  let known: { places: Place[]; at: number } | undefined;
  return async (freshness: "known" | "new"): Promise<Place[] | undefined> => {
    const now = timers.now().getTime();
    if (known && freshness === "known" && now - known.at < minutes * minuteMs) return known.places;
    try {
      known = { places: await listPlaces(), at: now };
    } catch (error) {
      log.error("the App's installations could not be listed", wordsFor(error));
    }
    return known?.places;
  };
}

/** How many effects a tick left to others; undefined when it failed, which is logged: the next one comes by itself. */
async function tickPlace({ connect, forget, log }: TickerOptions, place: Place): Promise<number | undefined> {
  const repository = `${place.owner}/${place.repo}`;
  const started = performance.now();
  try {
    const { left } = await tick(await connect(place, `tick-${randomUUID()}`));
    log.info("ticked", { repository, ms: Math.round(performance.now() - started) });
    return left;
  } catch (error) {
    forget(place);
    log.error("a tick failed", { repository, ...wordsFor(error) });
    return undefined;
  }
}

function wordsFor(error: unknown): { code: string; why: string } {
  const failure = error instanceof GsdError ? error : new GsdError("unknown", String(error));
  return { code: failure.code, why: failure.message };
}
